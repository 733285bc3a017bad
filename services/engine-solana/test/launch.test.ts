import { type Address, getAddressEncoder, lamports } from "@solana/kit";
import { openSvmLedger, type Provider, solanaRpc } from "@token-sentiment/sandbox";
import { expect, test } from "vitest";
import { z } from "zod";
import { PUMP, whereaboutsOf } from "../src/chain/addresses.ts";
import { find, openSolana, outline } from "./analyze.ts";

const Call = z.object({ method: z.string(), params: z.array(z.unknown()) });
const SUPPLY = 10n ** 12n;

/** A node over a ledger that also knows the history of a launch: `buyers` wallets in its slot, all funded by `funder`. */
async function launched({ buyers, pages = 1 }: { buyers: number; pages?: number }) {
  const ledger = await openSvmLedger();
  const created = await ledger.createMint({ symbol: "launched", decimals: 6, freezable: false });
  await ledger.give(created, [{ owner: await ledger.wallet("holder"), amount: SUPPLY }]);
  const { curve } = await whereaboutsOf(created.mint);
  const data = new Uint8Array(151);
  data.set([23, 183, 248, 55, 96, 216, 172, 96]);
  data.set(getAddressEncoder().encode(ledger.owner.address), 49);
  ledger.svm.setAccount({ address: curve, programAddress: PUMP, data, space: 151n, lamports: lamports(10_000_000n), executable: false });
  const wallets: Address[] = [];
  for (let index = 0; index < buyers; index++) wallets.push(await ledger.wallet(`buyer ${index}`));
  const funder = await ledger.wallet("funder");

  const bought = (owner: string) => ({
    transaction: { message: { accountKeys: [{ pubkey: owner }] } },
    meta: {
      err: null,
      preBalances: [1],
      postBalances: [0],
      preTokenBalances: [],
      postTokenBalances: [{ mint: created.mint, owner, uiTokenAmount: { amount: String(SUPPLY / 20n) } }],
    },
  });
  const funded = (owner: string) => ({
    transaction: { message: { accountKeys: [{ pubkey: funder }, { pubkey: owner }] } },
    meta: { err: null, preBalances: [9, 0], postBalances: [4, 5] },
  });
  const later = Array.from({ length: 1000 }, (_, index) => ({ signature: `later ${index}`, slot: 9, err: null }));
  let asked = 0;
  const calls: string[] = [];
  const node = solanaRpc(ledger);
  return {
    mint: created.mint,
    funder,
    calls,
    provider: {
      name: "solana",
      answer: (call: Parameters<typeof node.answer>[0]) => {
        const { method, params } = Call.parse(call.body);
        if (method !== "getSignaturesForAddress" && method !== "getTransaction") return node.answer(call);
        calls.push(method);
        const of = String(params[0]);
        if (method === "getTransaction") return { json: { result: of.startsWith("bought ") ? bought(of.slice(7)) : funded(of.slice(7)) } };
        if (of !== curve) return { json: { result: [{ signature: `funded ${of}`, slot: 1, err: null }] } };
        asked += 1;
        const first = wallets.map((wallet) => ({ signature: `bought ${wallet}`, slot: 7, err: null }));
        return { json: { result: asked < pages ? later : first } };
      },
    },
  };
}

const asking = (node: Provider) =>
  ({
    simulates: false,
    asks: ["solana"],
    holders: "/keyed",
    scansLaunch: true,
    change: (provider: Provider) => (provider.name === "solana" ? node : provider),
  }) as const;

test("wallets with one funder that bought in the launch slot are found by their transactions", async () => {
  const launch = await launched({ buyers: 7, pages: 2 });
  await using engine = await openSolana(asking(launch.provider));
  const { signals } = await engine.analyze(launch.mint);
  expect(find(signals, "launch_bundle")).toMatchObject({
    status: "hit",
    text: `7 wallets funded by ${launch.funder} bought in the launch slot (35.0% of supply)`,
    weights: { real_crash: 0.3, false_fud: 0, whale_manipulation: 1.8 },
  });
});

test("looking through a launch never costs more than 43 calls; four buyers with one funder are no bundle", async () => {
  const crowd = await launched({ buyers: 60, pages: 3 });
  await using engine = await openSolana(asking(crowd.provider));
  await engine.analyze(crowd.mint);
  expect(crowd.calls).toHaveLength(43);
  const few = await launched({ buyers: 4 });
  await using other = await openSolana(asking(few.provider));
  expect(find((await other.analyze(few.mint)).signals, "launch_bundle")).toMatchObject({ status: "clear" });
});

test("a launch that lies too far back is unknown, and one that is not asked for costs nothing", async () => {
  const old = await launched({ buyers: 7, pages: 9 });
  await using engine = await openSolana(asking(old.provider));
  expect(find((await engine.analyze(old.mint)).signals, "launch_bundle")).toMatchObject({
    status: "unknown",
    text: "Launch not looked through: it lies too far back",
  });
  await using off = await openSolana({ ...asking(old.provider), scansLaunch: false });
  old.calls.length = 0;
  expect(outline((await off.analyze(old.mint)).signals).join()).not.toContain("launch_bundle");
  expect(old.calls).toEqual([]);
});
