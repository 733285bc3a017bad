import { h, render } from "preact";
import { App } from "./app.ts";

const root = document.querySelector<HTMLElement>("#app");
if (root) {
  const engines: Record<string, string[]> = JSON.parse(root.dataset["engines"] ?? "{}");
  root.replaceChildren();
  render(h(App, { engines }), root);
}
