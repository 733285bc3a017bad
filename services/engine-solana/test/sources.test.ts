import { RejectedError, UnavailableError } from "@token-sentiment/engine";
import type { Provider } from "@token-sentiment/sandbox";
import { expect, test } from "vitest";
import { find, openSolana, outline } from "./analyze.ts";

const down = (name: string) => (provider: Provider) =>
  provider.name === name ? { name, answer: () => ({ status: 503, text: "<html>upstream down</html>" }) } : provider;

test("an address of another chain is rejected, and case counts", async () => {
  await using engine = await openSolana({ simulates: false });
  await expect(engine.analyze("0x6982508145454Ce325dDbE47a25d4ec3d2311933")).rejects.toThrow(RejectedError);
  await expect(engine.analyze("11111")).rejects.toThrow(RejectedError);
  const lower = engine.mintOf("BRIAR").toLowerCase();
  const outcome = await engine.analyze(lower).then(
    ({ signals }) => outline(signals),
    (error: unknown) => error,
  );
  expect(outcome).not.toContain("mint_authority: clear");
});

test("what is no mint is said to be none, and nothing is concluded from it", async () => {
  await using engine = await openSolana({ simulates: false });
  const mint = engine.mintOf("WARD");
  const { signals } = await engine.analyze(mint);
  const authority = String(find(signals, "mint_authority")?.values["authority"]);
  expect((await engine.analyze(authority)).signals).toMatchObject([
    { code: "not_a_mint", status: "unknown", text: `${authority} is not a token mint: it is a wallet` },
  ]);
  const nowhere = "So11111111111111111111111111111111111111113";
  expect((await engine.analyze(nowhere)).signals).toMatchObject([
    { code: "not_a_mint", text: `${nowhere} is not a token mint: there is no account at this address` },
  ]);
  const program = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
  expect((await engine.analyze(program)).signals[0]?.text).toContain("it belongs to program BPFLoader");
});

test("an account that holds the token names its mint", async () => {
  const accounts: string[] = [];
  await using engine = await openSolana({
    simulates: false,
    change: (provider) => ({
      name: provider.name,
      async answer(call) {
        const answer = await provider.answer(call);
        const text = JSON.stringify(answer.json ?? "");
        accounts.push(...[...text.matchAll(/"token_account":"(\w+)"/g)].map(([, account]) => account ?? ""));
        return answer;
      },
    }),
  });
  await engine.analyze(engine.mintOf("WARD"));
  const account = accounts[0] ?? expect.fail("GoPlus lists holders");
  expect((await engine.analyze(account)).signals).toMatchObject([
    { code: "not_a_mint", text: `${account} is not a token mint: it is an account that holds tokens of mint ${engine.mintOf("WARD")}` },
  ]);
});

test("the next endpoint is asked when the first does not answer", async () => {
  await using engine = await openSolana({ simulates: false, endpoints: ["/nowhere", "/publicnode"] });
  const { signals } = await engine.analyze(engine.mintOf("BRIAR"));
  expect(outline(signals)).toContain("mint_authority: clear");
});

test("without the chain RugCheck's findings stand in, at less reliability, and its nulls clear nothing", async () => {
  await using engine = await openSolana({ simulates: false, change: down("solana") });
  const { signals, partial } = await engine.analyze(engine.mintOf("TITHE"));
  expect(find(signals, "chain_unread")).toMatchObject({ status: "unknown", text: "On-chain state not read: HTTP 503" });
  expect(find(signals, "permanent_delegate")).toMatchObject({ status: "hit", source: "rugcheck", reliability: 0.7 });
  expect(find(signals, "mint_authority")).toBeUndefined();
  expect(find(signals, "freeze_authority")).toBeUndefined();
  expect(partial).toBe(true);
});

test("with GoPlus alone its findings stand in; with nobody there is no observation", async () => {
  const lone = (provider: Provider) => down("rugcheck")(down("solana")(provider));
  await using last = await openSolana({ simulates: false, change: lone });
  const { signals, partial } = await last.analyze(last.mintOf("WARD"));
  expect(find(signals, "mint_authority")).toMatchObject({ status: "hit", source: "goplus", text: "GoPlus: the mint authority is live" });
  expect(find(signals, "top_holders")).toMatchObject({ source: "goplus" });
  expect(partial).toBe(true);
  await using nothing = await openSolana({ simulates: false, change: (provider) => down("goplus")(lone(provider)) });
  await expect(nothing.analyze(nothing.mintOf("BRIAR"))).rejects.toThrow(UnavailableError);
  await using off = await openSolana({ simulates: false, asks: [] });
  await expect(off.analyze(off.mintOf("BRIAR"))).rejects.toThrow("no RPC endpoint of Solana is configured");
});

test("sources that are switched off are said not to have been asked, and the answer may be cached", async () => {
  await using engine = await openSolana({ simulates: false, asks: ["solana"] });
  const { signals } = await engine.analyze(engine.mintOf("BRIAR"));
  expect(find(signals, "sim_transfer")).toMatchObject({ status: "unknown", text: "Transfer not simulated: it is switched off" });
  expect(find(signals, "rugcheck_missing")?.text).toBe("RugCheck not asked (no URL is configured): judged from the chain alone");
  expect(find(signals, "top_holders")).toMatchObject({
    status: "unknown",
    text: "Holder concentration not checked: RugCheck was not asked, GoPlus was not asked",
  });
  // a clean structure of a token of which nothing else is known
  expect(find(signals, "mint_authority")?.weights.false_fud).toBe(0);
});

test("a RugCheck that hangs costs its own time and no evidence of the chain", async () => {
  await using engine = await openSolana({
    simulates: false,
    change: (provider) =>
      provider.name === "rugcheck" ? { name: "rugcheck", answer: () => Promise.withResolvers<never>().promise } : provider,
  });
  const { signals } = await engine.analyze(engine.mintOf("BRIAR"));
  expect(find(signals, "rugcheck_missing")?.text).toContain("RugCheck not available");
  expect(outline(signals)).toContain("mint_authority: clear");
});
