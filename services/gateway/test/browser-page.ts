import { AxeBuilder } from "@axe-core/playwright";
import { findChromium } from "@token-sentiment/local";
import { type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { expect, type TestContext } from "vitest";

/** One visitor's page, and everything that it complained of or asked of another host; the visitor leaves with it. */
interface OpenPage extends AsyncDisposable {
  page: Page;
  complaints: string[];
}

/** A real browser, or why there is none. */
export interface RealBrowser extends AsyncDisposable {
  /** Leaves a test out, with the reason, where there is no browser. */
  needed(context: TestContext): void;
  /** A page of a visitor who has stored nothing. Opened after the gateway, so that it is gone before that: a gateway ends after its streams. */
  open(url: string, options?: BrowserContextOptions): Promise<OpenPage>;
}

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts Chromium where there is one. Its profile is a fresh one that is removed with it. */
export async function startBrowser(): Promise<RealBrowser> {
  const found = await findChromium();
  const browser =
    "bin" in found ? await chromium.launch({ executablePath: found.bin, headless: true, args: ARGUMENTS, timeout: 100_000 }) : undefined;
  return {
    needed: ({ skip }) => skip("without" in found, "without" in found ? found.without : undefined),
    async open(url, options = {}) {
      if (!browser) throw new Error("there is no browser");
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("console", (message) => {
        // What the service refuses, the browser notes: a refusal is no fault of the page.
        if (message.type() === "error" && !/Failed to load resource|ERR_INTERNET_DISCONNECTED/.test(message.text()))
          complaints.push(message.text());
      });
      page.on("request", (request) => {
        const asked = request.url();
        if (!asked.startsWith(new URL(url).origin) && !asked.startsWith("data:")) complaints.push(`asked ${asked}`);
      });
      await page.goto(url);
      return { page, complaints, [Symbol.asyncDispose]: () => context.close() };
    },
    async [Symbol.asyncDispose]() {
      await browser?.close();
    },
  };
}

/** Nothing that axe-core knows to stand in the way of anybody, whatever they read with. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`)).toEqual([]);
}

/** How far the page is wider than its window, px. */
export const overflow = (page: Page): Promise<number> => page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
