import { readRequest, writeRow } from "@token-sentiment/bus";
import type { EngineName, JobRow } from "@token-sentiment/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { expectAccessible, overflow, type RealBrowser, startBrowser } from "./browser-page.ts";
import { engines, honeypot } from "./engines.ts";
import { completed, startGateway, type TestGateway } from "./gateway.ts";

let browser: RealBrowser;
beforeAll(async () => {
  browser = await startBrowser();
}, 200_000);
afterAll(() => browser[Symbol.asyncDispose]());
beforeEach((context) => browser.needed(context));

/** A browser on a busy machine takes its time. */
const LONG = { timeout: 180_000 };

const ADDRESS = `0x${"1".repeat(40)}`;
const link = (gateway: TestGateway) => `${gateway.url}/?symbol=oak&chain=1&address=${ADDRESS}`;
const analyse = (page: Page) => page.getByRole("button", { name: "Analyse" }).click();
const jobOf = async (page: Page): Promise<string> => {
  await page.waitForURL(/job=/);
  return new URL(page.url()).searchParams.get("job")!;
};
const lane = (page: Page, engine: EngineName) => page.locator(`[data-engine=${engine}]`);
const state = (page: Page, name: string) => page.locator(`[data-state=${name}]`);

/** Settles a job as the aggregator does, over the evidence of those sequences. */
async function settle(gateway: TestGateway, row: JobRow, evidence: number[]): Promise<void> {
  const requestAt = (await readRequest(gateway.gateway, row.job_id))!.at;
  await writeRow(gateway.aggregator, row.job_id, { row, requestAt, expectedRevision: 0, evidence });
}
type Result = Extract<JobRow, { status: "completed" }>;
const result = (job: string, more: Partial<Result["payload"]> = {}): Result => {
  const row = completed(job, "web") as Result;
  return { ...row, payload: { ...row.payload, ...more } };
};

test(
  "lanes fill as engines answer, and the verdict comes with all that made it; nothing that evidence says becomes markup",
  LONG,
  async () => {
    await using gateway = await startGateway({ demo: { calls: 2 } });
    await using opened = await browser.open(link(gateway));
    const { page, complaints } = opened;
    await state(page, "empty").waitFor();
    await expectAccessible(page);
    await page.getByText("2 of 2 demo calls left.").waitFor();

    await analyse(page);
    const job = await jobOf(page);
    await page.getByText("1 of 2 demo calls left").waitFor();
    await page.locator("[data-engine=security][data-outcome=open]").waitFor();
    const evidence = engines(gateway);
    const hostile = { ...honeypot, text: "<img src=x onerror=alert(1)> reverts" };
    const seqs = [
      await evidence(job, "security", { signals: [hostile, { ...honeypot, code: "other", status: "unknown", text: "not told" }] }),
    ];
    await page.locator("[data-engine=security][data-outcome=observed]").waitFor();
    expect(await lane(page, "market").getAttribute("data-outcome")).toBe("open");
    seqs.push(await evidence(job, "market", { outcome: "unavailable", reason: "no answer within 10 s" }));
    await page.getByText("unavailable: no answer within 10 s").waitFor();
    const series = {
      posts: {
        from: 1_800_000_000_000,
        points: [
          [0, 0, 0],
          [9, 1, 1],
          [10, 2, 1],
        ] as [number, number, 0 | 1][],
        of: 3,
      },
    };
    const signals = [{ ...honeypot, code: "copied", label: "SYBIL" as const, text: "copied" }];
    seqs.push(await evidence(job, "sybil", { signals, series }));
    await settle(gateway, result(job, { executable_verdict: "INSUFFICIENT_DATA", status: "degraded" }), seqs);

    const verdict = page.getByTestId("verdict");
    expect(await verdict.textContent()).toBe("Insufficient data");
    // Grey: as much of each colour, or nearly.
    const colour = await page.evaluate<string>("getComputedStyle(document.querySelector('[data-testid=verdict]')).backgroundColor");
    const [red = 0, green = 0, blue = 0] = colour.match(/\d+/g)!.map(Number);
    expect([Math.abs(red - green) < 30, Math.abs(green - blue) < 30]).toEqual([true, true]);
    expect(await state(page, "degraded").textContent()).toContain("market");
    await page.getByText("From prior to posterior").waitFor();
    await page.getByRole("cell", { name: "<img src=x onerror=alert(1)> reverts" }).waitFor();
    expect(await page.locator("main img").count()).toBe(0);
    expect(await page.locator("circle.post").count()).toBe(3);
    expect(await page.locator("tbody tr").count()).toBe(3);
    await page.getByRole("button", { name: /^SYBIL/ }).click();
    expect(await page.locator("tbody tr").count()).toBe(1);
    await page.getByRole("button", { name: "MCP" }).click();
    expect(await page.locator("pre").textContent()).toContain(ADDRESS);
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  },
);

test("by keyboard, in the dark, 320 px wide: everything is reached, nothing is cut off", LONG, async () => {
  await using gateway = await startGateway();
  await using opened = await browser.open(gateway.url, { viewport: { width: 320, height: 640 }, colorScheme: "dark" });
  const { page, complaints } = opened;
  await state(page, "empty").waitFor();
  await page.locator("html[data-theme=dark]").waitFor();
  await page.getByLabel("Symbol").focus();
  await page.keyboard.type("bonk");
  await page.getByLabel("Contract address").focus();
  await page.keyboard.type("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v");
  expect(await page.getByLabel("Chain").inputValue()).toBe("solana");
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.keyboard.press("Enter");
  const job = await jobOf(page);
  await lane(page, "solana").waitFor();
  expect(await page.locator("[data-engine]").count()).toBe(3);
  const seq = await engines(gateway)(job, "solana", { signals: [honeypot] });
  await settle(gateway, result(job, { executable_verdict: "LIQUIDATE_LONGS" }), [seq]);
  await page.getByTestId("verdict").waitFor();
  await page.getByText("From prior to posterior").waitFor();
  expect(await page.getByRole("status").first().textContent()).toContain("Verdict: Liquidate longs, confidence 64 percent");
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Switch to light colours" }).press("Enter");
  await page.locator("html[data-theme=light]").waitFor();
  expect(complaints).toEqual([]);
});

test("a link with its analysis shows it again to anybody, at no cost; one that failed says why", LONG, async () => {
  await using gateway = await startGateway({ demo: { calls: 1 } });
  await using opened = await browser.open(link(gateway));
  const { page } = opened;
  await analyse(page);
  const job = await jobOf(page);
  await settle(gateway, { job_id: job, status: "failed", error: "the analysis engines timed out" }, []);
  await state(page, "failed").getByText("the analysis engines timed out").waitFor();
  await using elsewhere = await browser.open(page.url());
  const { page: other } = elsewhere;
  await state(other, "failed").waitFor();
  await other.getByText("1 of 1 demo calls left").waitFor();
  await expectAccessible(other);
  await other.goto(`${gateway.url}/?symbol=oak&job=${"0".repeat(8)}-0000-8000-8000-000000000001`);
  await state(other, "lost").getByText("older than 24 hours").waitFor();
});

test("when the demo calls are used up, it is said when the next comes back and how to go on", LONG, async () => {
  await using gateway = await startGateway({ demo: { calls: 1 } });
  await using opened = await browser.open(link(gateway));
  const { page } = opened;
  await analyse(page);
  await settle(gateway, result(await jobOf(page)), []);
  await page.getByTestId("verdict").waitFor();
  await analyse(page);
  await state(page, "limit")
    .getByText(/demo limit is reached.*The next call comes back .*marketplace/s)
    .waitFor();
  expect(await page.locator("[data-engine]").count()).toBe(0);
  await expectAccessible(page);
});

test("a browser that loses its network says so, and shows the verdict that came meanwhile when it is back", LONG, async () => {
  await using gateway = await startGateway();
  await using opened = await browser.open(link(gateway));
  const { page } = opened;
  await analyse(page);
  const job = await jobOf(page);
  await page.context().setOffline(true);
  await state(page, "offline").getByText("Nothing is lost").waitFor();
  await settle(gateway, result(job), []);
  await page.context().setOffline(false);
  await page.getByTestId("verdict").waitFor();
  await state(page, "offline").waitFor({ state: "detached" });
});

test("a broker that is gone is told in words; asked again it is the same request, and a job outlives the next cut", LONG, async () => {
  await using gateway = await startGateway({ demo: { calls: 1 } });
  await using opened = await browser.open(link(gateway));
  const { page } = opened;
  await page.getByText("1 of 1 demo calls left").waitFor();
  const ids: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") ids.push((request.postDataJSON() as { request_id: string }).request_id);
  });
  await gateway.broker.kill();
  await analyse(page);
  await state(page, "refused").waitFor();
  await expectAccessible(page);
  await gateway.broker.restart();
  await page.getByRole("button", { name: "Ask again" }).click();
  const job = await jobOf(page);
  expect([ids.length > 1, new Set(ids).size]).toEqual([true, 1]);
  await page.getByText("0 of 1 demo calls left").waitFor();

  await gateway.broker.kill();
  await gateway.broker.restart();
  // Who settles has to find the broker again, as the gateway has.
  await vi.waitFor(() => settle(gateway, result(job), []), { timeout: 60_000, interval: 500 });
  await page.getByTestId("verdict").waitFor();
});
