import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Constellation, startConstellation } from "@token-sentiment/local";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible, overflow, type RealBrowser, startBrowser } from "./browser-page.ts";

let browser: RealBrowser;
let local: Constellation;
const stack = new AsyncDisposableStack();
beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "tsa-console-"));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  browser = stack.use(await startBrowser());
  local = stack.use(await startConstellation({ dataDir }));
}, 500_000);
afterAll(() => stack.disposeAsync());

test("the command of the checkout brings the verdict of the running service, by the address alone", { timeout: 180_000 }, async () => {
  const examples = (await (await fetch(`${local.url}/api/examples`)).json()) as { coin_symbol: string; contract_address: string }[];
  const oak = examples.find(({ coin_symbol }) => coin_symbol === "OAK")!;
  const main = new URL("../../../shared/client/src/main.ts", import.meta.url).pathname;
  const env = { PATH: process.env["PATH"], TOKEN_SENTIMENT_URL: local.url, TOKEN_SENTIMENT_KEY: local.key };
  const { code, out, err } = await new Promise<{ code: unknown; out: string; err: string }>((resolve) =>
    execFile(process.execPath, [main, "analyze", "OAK", "--address", oak.contract_address], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, out: stdout, err: stderr }),
    ),
  );
  expect([code, out.includes("false FUD")]).toEqual([0, true]);
  for (const engine of ["security", "onchain", "sybil", "market"]) expect(err).toMatch(new RegExp(`✓ ${engine} `));
});

test(
  "the whole path: an example, real engines, the verdict, its walk, its pictures, and the same again from its link",
  { timeout: 180_000 },
  async (context) => {
    browser.needed(context);
    await using opened = await browser.open(local.url);
    const { page, complaints } = opened;
    await page.getByRole("button", { name: /^FERN/ }).click();
    expect(await page.getByLabel("Contract address").inputValue()).toMatch(/^0x/);
    await page.getByRole("button", { name: "Analyse" }).click();
    for (const engine of ["security", "onchain", "sybil", "market"])
      await page.locator(`[data-engine=${engine}][data-outcome=observed]`).waitFor();
    expect(await page.getByTestId("verdict").getAttribute("data-verdict")).toMatch(/^(?:ACCUMULATE|IGNORE_FUD)$/);
    expect(await page.getByTestId("calibration").textContent()).toMatch(/recorded cases/);
    await page.getByText("After all evidence").waitFor();
    expect(await page.locator(".walk-row").count()).toBeGreaterThan(4);
    // The copy-paste campaign of this token is a column of one colour.
    expect(await page.locator("circle.post.together").count()).toBeGreaterThan(10);
    expect(await page.locator("path.price").count()).toBe(1);
    await page.getByRole("button", { name: /^Show all/ }).click();
    expect(await page.locator("tbody tr").count()).toBeGreaterThan(30);
    await page.getByRole("heading", { name: "Past verdicts on this contract" }).waitFor();
    await expectAccessible(page);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.reload();
    expect(await page.getByTestId("verdict").getAttribute("data-verdict")).toMatch(/^(?:ACCUMULATE|IGNORE_FUD)$/);
    expect(complaints).toEqual([]);
  },
);
