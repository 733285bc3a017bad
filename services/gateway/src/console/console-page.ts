import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { ChainId, enginesFor } from "@token-sentiment/contract";
import { importMap } from "./console-files.ts";

/** The page and the policy that belongs to it. */
export interface ConsolePage {
  html: string;
  policy: string;
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** The console's page: what it may load is named, and whom each chain's analysis asks is told in `data-engines`. */
export function consolePage(paths: Iterable<string>): ConsolePage {
  const imports = Object.fromEntries(Object.entries(importMap).map(([name, path]) => [name, `/console/${path}`]));
  const map = JSON.stringify({ imports });
  const preloads = [...paths].filter((path) => !path.endsWith(".css") && !path.endsWith(".svg"));
  const engines = Object.fromEntries(ChainId.options.map((chain) => [chain, enginesFor(chain)]));
  const html = readFileSync(new URL("../../web/index.html", import.meta.url), "utf8")
    .replace("<!-- imports -->", () => `<script type="importmap">${map}</script>`)
    .replace("<!-- preloads -->", () => preloads.map((path) => `<link rel="modulepreload" href="/console/${path}" />`).join("\n    "))
    .replace('data-engines=""', () => `data-engines="${escaped(JSON.stringify(engines))}"`);
  const policy = [
    "default-src 'none'",
    // The import map is the one inline script; browsers ask for its hash as for any other.
    `script-src 'self' 'sha256-${createHash("sha256").update(map).digest("base64")}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
  return { html, policy };
}
