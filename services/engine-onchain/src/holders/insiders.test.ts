import { expect, test } from "vitest";
import type { Transfer } from "../pool/pool-event.ts";
import { insidersOf } from "./insiders.ts";

const account = (byte: string): `0x${string}` => `0x${byte.repeat(20)}`;
const nobody = account("00");
const maker = account("0A");
const pool = account("0e");
const market = new Set([pool]);
const token = { owner: undefined, keys: [], handovers: undefined, supply: 100n };
const move = (transaction: string, way: [from: string, to: string], amount: bigint): Transfer => ({
  block: 1,
  transaction,
  kind: "transfer",
  from: way[0],
  to: way[1],
  amount,
});
const of = (known: Partial<Parameters<typeof insidersOf>[0]>, transfers: Transfer[] = []) => {
  const { accounts, deployer } = insidersOf({ ...token, ...known }, { transfers, market });
  return { accounts: [...accounts], deployer };
};

test("who renounced a token lately may still own it, and its first owner deployed it", () => {
  const handovers = [
    { from: nobody, to: maker },
    { from: maker, to: nobody },
  ];
  expect(of({ owner: { address: nobody, kind: "nobody" }, handovers })).toEqual({ accounts: [maker.toLowerCase()], deployer: true });
});

test("an owner and the addresses in its storage are known where the deployer is not; what belongs to the market is nobody", () => {
  const handovers = [{ from: maker, to: account("0b") }];
  const known = of({ owner: { address: account("0b"), kind: "wallet" }, keys: [account("0d"), pool], handovers });
  expect(known).toEqual({ accounts: [account("0b"), account("0d"), maker.toLowerCase()], deployer: false });
});

test("of a token born in the window its first tokens name the deployer, unless they were a distribution", () => {
  const mint = move("0x1", [nobody, maker.toLowerCase()], 100n);
  expect(of({}, [mint, move("0x2", [maker.toLowerCase(), pool], 90n)])).toEqual({ accounts: [maker.toLowerCase()], deployer: true });
  expect(of({}, [move("0x1", [nobody, maker.toLowerCase()], 40n)])).toEqual({ accounts: [], deployer: false });
  const drops = ["01", "02", "03", "04", "05", "06"].map((byte) => move("0x1", [nobody, account(byte)], 20n));
  expect(of({}, drops)).toEqual({ accounts: [], deployer: false });
});
