import { useLayoutEffect, useState } from "preact/hooks";
import { html } from "./html.ts";

type Theme = "light" | "dark";
const KEY = "token-sentiment-theme";
const system = (): Theme => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

function kept(): Theme | undefined {
  try {
    const theme = localStorage.getItem(KEY);
    return theme === "light" || theme === "dark" ? theme : undefined;
  } catch {
    return undefined;
  }
}

/** The head of the page, with the switch between dark and light. */
export function Header() {
  const [theme, setTheme] = useState<Theme>(() => kept() ?? system());
  // Before anything is painted: no flash of the other colours.
  useLayoutEffect(() => {
    document.documentElement.dataset["theme"] = theme;
  }, [theme]);
  const turn = (): void => {
    const other = theme === "dark" ? "light" : "dark";
    setTheme(other);
    try {
      localStorage.setItem(KEY, other);
    } catch {
      // Lasts as long as the page.
    }
  };
  return html`
    <header class="top">
      <a class="brand" href="/"><img src="/console/web/icon.svg" alt="" width="28" height="28" /> Token sentiment</a>
      <nav aria-label="Documents">
        <a href="/docs">API</a>
        <a href="/status">Status</a>
        <button type="button" class="quiet" onClick=${turn} aria-label=${`Switch to ${theme === "dark" ? "light" : "dark"} colours`}>
          ${theme === "dark" ? "☀" : "☾"}
        </button>
      </nav>
    </header>
  `;
}

/** The foot of the page. */
export const Footer = () => html`
  <footer>
    <p>
      <strong>Not financial advice.</strong> A verdict sums up what independent engines could observe at one moment; it can be wrong, and
      unknown never means safe.
    </p>
    <p>For agents: <a href="/llms.txt">llms.txt</a>, <a href="/.well-known/agent-card.json">agent card</a>.</p>
  </footer>
`;
