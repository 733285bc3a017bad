import type { Provider } from "@token-sentiment/sandbox";
import { expect, test } from "vitest";
import { z } from "zod";
import { edited, find, openSolana, outline } from "./analyze.ts";

type Rugcheck = "ok" | "trusted" | "dead" | "429" | "503" | "hang" | "html" | "wrong mint";
type Holders = "given" | "429";

const never = () => Promise.withResolvers<never>().promise;
const answering = (name: string, status: number, text: string): Provider => ({ name, answer: () => ({ status, text }) });
const DEAD = { risks: [], score: 1, totalHolders: 0, topHolders: null, totalMarketLiquidity: 0, markets: [], creatorTokens: null };
const SOL = "So11111111111111111111111111111111111111112";

function rugcheckAs(state: Rugcheck, provider: Provider): Provider {
  switch (state) {
    case "ok":
      return provider;
    case "trusted":
      return edited(provider, (report) => ({ ...report, risks: [], score: 1, verification: { jup_strict: true } }));
    case "dead":
      return edited(provider, (report) => ({ ...report, ...DEAD }));
    case "wrong mint":
      return edited(provider, (report) => ({ ...report, mint: SOL }));
    case "hang":
      return { name: provider.name, answer: never };
    case "html":
      return answering(provider.name, 200, "<html>a page</html>");
    case "429":
    case "503":
      return answering(provider.name, Number(state), "{}");
    default:
      return state satisfies never;
  }
}

/** What may be said when so much is missing: who tells of holders, what is said of RugCheck and of the chain. */
interface Expected {
  holders: string | undefined;
  rugcheck?: string;
  unread?: true;
}

const WHOLE_MS = 2500;
const table: { rugcheck: Rugcheck; holders: Holders; rpc: "up" | "down"; expected: Expected }[] = [
  { rugcheck: "ok", holders: "given", rpc: "up", expected: { holders: "getTokenLargestAccounts" } },
  { rugcheck: "ok", holders: "429", rpc: "up", expected: { holders: "rugcheck" } },
  { rugcheck: "trusted", holders: "429", rpc: "up", expected: { holders: "rugcheck" } },
  { rugcheck: "dead", holders: "429", rpc: "up", expected: { holders: "goplus" } },
  {
    rugcheck: "429",
    holders: "given",
    rpc: "up",
    expected: { holders: "getTokenLargestAccounts", rugcheck: "RugCheck not available (HTTP 429): judged from the chain alone" },
  },
  {
    rugcheck: "503",
    holders: "given",
    rpc: "up",
    expected: { holders: "getTokenLargestAccounts", rugcheck: "RugCheck not available (HTTP 503): judged from the chain alone" },
  },
  { rugcheck: "hang", holders: "given", rpc: "up", expected: { holders: "getTokenLargestAccounts", rugcheck: "RugCheck not available" } },
  { rugcheck: "html", holders: "given", rpc: "up", expected: { holders: "getTokenLargestAccounts", rugcheck: "RugCheck not available" } },
  {
    rugcheck: "wrong mint",
    holders: "given",
    rpc: "up",
    expected: { holders: "getTokenLargestAccounts", rugcheck: "it answered about another token" },
  },
  { rugcheck: "hang", holders: "429", rpc: "up", expected: { holders: undefined, rugcheck: "RugCheck not available" } },
  { rugcheck: "ok", holders: "given", rpc: "down", expected: { holders: "rugcheck", unread: true } },
  { rugcheck: "503", holders: "given", rpc: "down", expected: { holders: "goplus", unread: true } },
];

test.each(table)(
  "RugCheck $rugcheck, holders $holders, RPC $rpc: an answer within its time, and what is missing is said",
  async ({ rugcheck, holders, rpc, expected }) => {
    let failing = false;
    const failed = (provider: Provider): Provider => {
      if (provider.name === "rugcheck") return rugcheckAs(rugcheck, provider);
      return provider.name === "solana" && rpc === "down" ? answering("solana", 503, "down") : provider;
    };
    // starting its process takes longer than all the rest
    const simulates = rugcheck === "ok";
    await using engine = await openSolana({
      simulates,
      holders: holders === "given" ? "/keyed" : "",
      change: (provider) => ({ name: provider.name, answer: (call) => (failing ? failed(provider) : provider).answer(call) }),
    });
    // its processes and connections are there before the time begins
    await engine.analyze(engine.mintOf("WARD"));
    failing = true;
    const { signals, partial } = await engine.analyze(engine.mintOf("TITHE"), WHOLE_MS);
    const concentration = find(signals, "top_holders");
    expect(concentration?.status === "unknown" ? undefined : concentration?.source).toBe(expected.holders);
    expect(find(signals, "rugcheck_missing")?.text ?? "").toContain(expected.rugcheck ?? "");
    expect(find(signals, "chain_unread") !== undefined).toBe(expected.unread === true);
    expect(partial ?? false).toBe(expected.rugcheck !== undefined || expected.unread === true);
    // the chain's findings stand whatever RugCheck does, and what was not read is never "revoked"
    const lines = outline(signals);
    const chain = ["permanent_delegate: hit", "mint_authority: clear", `sim_transfer: ${simulates ? "hit" : "unknown"}`];
    if (!expected.unread) expect(lines).toEqual(expect.arrayContaining(chain));
    else expect(lines).not.toContain("mint_authority: clear");
    const unknown = signals.filter(({ status }) => status === "unknown").flatMap(({ weights }) => Object.values(weights));
    expect(unknown.every((weight) => weight === 0)).toBe(true);
    if (expected.rugcheck !== undefined) expect(signals.every(({ weights }) => weights.false_fud === 0)).toBe(true);
  },
);

const Body = z.object({ method: z.string() });
/** The calls that nodes get for one analysis. */
async function callsFor(symbol: string, holders: string | undefined): Promise<string[]> {
  const calls: string[] = [];
  await using engine = await openSolana({
    simulates: false,
    ...(holders !== undefined && { holders }),
    change: (provider) =>
      provider.name === "solana"
        ? { name: "solana", answer: (call) => (calls.push(Body.parse(call.body).method), provider.answer(call)) }
        : provider,
  });
  await engine.analyze(engine.mintOf(symbol));
  return calls.toSorted();
}

test("an analysis costs one call without a node for holders, two with one that refuses, four with one that tells", async () => {
  const [many, largest] = ["getMultipleAccounts", "getTokenLargestAccounts"];
  expect(await callsFor("WARD", undefined)).toEqual([many]);
  expect(await callsFor("WARD", "")).toEqual([many, largest]);
  expect(await callsFor("WARD", "/keyed")).toEqual([many, many, many, largest]);
});

test("the shares of pools on Raydium cost one call more, however many there are", async () => {
  expect(await callsFor("BRIAR", undefined)).toEqual(["getMultipleAccounts", "getMultipleAccounts"]);
});
