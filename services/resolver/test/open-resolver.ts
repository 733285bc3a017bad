import { randomUUID } from "node:crypto";
import { readJournal, writeFact } from "@token-sentiment/bus";
import { parseFact, type Request, subjectParts, subjects, SYMBOL, type Token } from "@token-sentiment/contract";
import { startResolver } from "@token-sentiment/resolver";
import { createLog, createMetrics } from "@token-sentiment/runtime";
import { marketProviders, startWeb } from "@token-sentiment/sandbox";
import { startBroker } from "@token-sentiment/testing";
import { expect } from "vitest";

const organic = {
  coin_symbol: "MINT",
  contract_address: "So1ana1111111111111111111111111111111111112",
  chain_id: "solana",
  note: "",
  talk: "organic",
} as const;

/** A resolver on a broker; it asks the sandbox's providers unless told other base URLs. */
export async function openResolver(urls?: { ENGINE_COINGECKO_URL: string; ENGINE_DEXSCREENER_URL: string }) {
  await using opening = new AsyncDisposableStack();
  const broker = opening.use(await startBroker());
  const web = opening.use(await startWeb(marketProviders([organic], [], Date.now)));
  const config = urls ?? { ENGINE_COINGECKO_URL: web.urlOf("coingecko"), ENGINE_DEXSCREENER_URL: web.urlOf("dexscreener") };
  const log = createLog("silent", { service: "resolver", version: "test", instance: "one" });
  const bus = await broker.open("resolver", { log });
  opening.use(await startResolver({ bus, log, metrics: createMetrics(), version: "1.0.0", instance: "one", config, budgetScale: 100 }));
  const gateway = await broker.open("gateway");
  const reader = await broker.open("aggregator");
  const stack = opening.move();
  const tokenOf = async (job: string): Promise<Token | undefined> => {
    const fact = (await readJournal(reader, job)).find(({ subject }) => subjectParts(subject).kind === "token");
    return fact && parseFact("token", fact);
  };
  return {
    web,
    reader,
    /** Asks what a symbol means on a chain; answers the fact and how long it took. */
    async ask(coin_symbol: string, chain_id: Request["chain_id"] = "1") {
      const job_id = randomUUID();
      const value: Request = { job_id, request_id: job_id, caller: "test", coin_symbol, chain_id, expects: ["market"], budget_ms: 60_000 };
      const asked = performance.now();
      await writeFact(gateway, { kind: "request", subject: subjects.request(SYMBOL, job_id), value });
      await expect.poll(() => tokenOf(job_id), { timeout: 8000, interval: 20 }).toBeDefined();
      return { token: await tokenOf(job_id), tookMs: performance.now() - asked };
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
