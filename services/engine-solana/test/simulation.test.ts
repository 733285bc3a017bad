import { type Address, getAddressEncoder, getProgramDerivedAddress, lamports, some } from "@solana/kit";
import { AccountState, type ExtensionArgs } from "@solana-program/token-2022";
import { openSvmLedger, solanaRpc, type SvmLedger } from "@token-sentiment/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSimulator } from "../src/simulation/open-simulator.ts";
import { find, type Opened, openSolana } from "./analyze.ts";
import { CONSENT, LOOP, programOf, REFUSE } from "./program.ts";

let ledger: SvmLedger;
let engine: Opened;
beforeAll(async () => {
  ledger = await openSvmLedger();
  const node = solanaRpc(ledger);
  engine = await openSolana({ asks: ["solana"], change: (provider) => (provider.name === "solana" ? node : provider) });
});
afterAll(() => engine[Symbol.asyncDispose]());

const SUPPLY = 50_000_000_000_000n;
let made = 0;
async function mintWith(extensions: ExtensionArgs[], freezable = false): Promise<Address> {
  const created = await ledger.createMint({ symbol: `tried ${(made += 1)}`, decimals: 6, freezable, extensions });
  if (!extensions.some(({ __kind }) => __kind === "DefaultAccountState" || __kind === "NonTransferable")) {
    await ledger.give(created, [{ owner: await ledger.wallet("holder"), amount: SUPPLY }]);
  }
  return created.mint;
}
const simulated = async (mint: Address) =>
  find((await engine.analyze(mint)).signals, "sim_transfer") ?? expect.fail("nothing was simulated");
/** Changes the bytes of an account as no instruction could. */
function edit(at: Address, change: (data: Uint8Array) => Uint8Array): void {
  const account = ledger.svm.getAccount(at);
  if (!account.exists) expect.fail("the account exists");
  const data = change(new Uint8Array(account.data));
  ledger.svm.setAccount({ ...account, data, space: BigInt(data.length), lamports: lamports(1_000_000_000n) });
}

const feeOf = (by: Address, basisPoints: number): ExtensionArgs => {
  const fee = { epoch: 0n, maximumFee: 2n ** 63n, transferFeeBasisPoints: basisPoints };
  return {
    __kind: "TransferFeeConfig",
    transferFeeConfigAuthority: by,
    withdrawWithheldAuthority: by,
    withheldAmount: 0n,
    olderTransferFee: fee,
    newerTransferFee: fee,
  };
};

test("a plain mint is delivered in full, with and without Token-2022", async () => {
  const text = "Simulated transfer of 5,000 tokens was delivered in full";
  expect(await simulated(await mintWith([]))).toMatchObject({ text, status: "clear" });
  expect(await simulated(await mintWith([{ __kind: "PermanentDelegate", delegate: ledger.owner.address }]))).toMatchObject({ text });
});

test("a fee is measured as what did not arrive, and half of a transfer is as good as no sale", async () => {
  const by = ledger.owner.address;
  expect(await simulated(await mintWith([feeOf(by, 1000)]))).toMatchObject({
    text: "Simulated transfer of 5,000 tokens delivered 90.00%",
    severity: 3,
    group: "transfer_fee",
    values: { delivered_percent: 90, amount: "5000000000" },
  });
  expect((await simulated(await mintWith([feeOf(by, 1000)]))).critical).toBeUndefined();
  expect(await simulated(await mintWith([feeOf(by, 5000)]))).toMatchObject({ critical: true });
});

test("what nobody can transfer is refused by the program itself, with its reason", async () => {
  const frozen = await simulated(await mintWith([{ __kind: "DefaultAccountState", state: AccountState.Frozen }], true));
  expect(frozen).toMatchObject({
    text: "Simulated transfer of 0.000001 tokens was refused (account frozen)",
    severity: 3,
    group: "transfer_refused",
  });
  expect(frozen.critical).toBeUndefined();
  expect(await simulated(await mintWith([{ __kind: "NonTransferable" }]))).toMatchObject({
    text: "Simulated transfer of 0.000001 tokens was refused (non-transferable)",
    critical: true,
  });
  const pausable = await mintWith([{ __kind: "PausableConfig", authority: some(ledger.owner.address), paused: false }]);
  expect((await simulated(pausable)).status).toBe("clear");
  edit(pausable, (data) => data.with(data.length - 1, 1));
  expect(await simulated(pausable)).toMatchObject({ text: "Simulated transfer of 5,000 tokens was refused (paused)", critical: true });
});

const hooked = (program: Address) => mintWith([{ __kind: "TransferHook", authority: ledger.owner.address, programId: program }]);
async function hookWith(code: readonly number[]): Promise<Address> {
  const program = await ledger.wallet(`hook ${(made += 1)}`);
  ledger.svm.addProgram(program, programOf(code));
  return program;
}
/** Writes the list of accounts that a hook wants, entries of 35 bytes. */
async function wants(program: Address, mint: Address, entries: readonly number[][]): Promise<void> {
  const bytes = getAddressEncoder();
  const [list] = await getProgramDerivedAddress({ programAddress: program, seeds: ["extra-account-metas", bytes.encode(mint)] });
  const data = new Uint8Array(16 + 35 * entries.length);
  data.set([105, 37, 101, 197, 75, 251, 102, 26]);
  new DataView(data.buffer).setUint32(8, 4 + 35 * entries.length, true);
  new DataView(data.buffer).setUint32(12, entries.length, true);
  for (const [index, entry] of entries.entries()) data.set(entry, 16 + 35 * index);
  ledger.svm.setAccount({
    address: list,
    programAddress: program,
    data,
    space: BigInt(data.length),
    lamports: lamports(10_000_000n),
    executable: false,
  });
}

test("a hook is fetched and executed: it consents, refuses, or never ends and is ended", async () => {
  expect(await simulated(await hooked(await hookWith(CONSENT)))).toMatchObject({
    text: "Simulated transfer of 5,000 tokens was delivered in full",
    values: { hook: expect.any(String) },
  });
  for (const code of [REFUSE, LOOP]) {
    const refused = await simulated(await hooked(await hookWith(code)));
    expect(refused).toMatchObject({
      text: "Simulated transfer of 5,000 tokens was refused (by its transfer hook)",
      severity: 3,
      reliability: 0.8,
    });
    expect(refused.critical).toBeUndefined();
  }
  expect((await simulated(await mintWith([{ __kind: "TransferHook", authority: ledger.owner.address, programId: NOBODY }]))).status).toBe(
    "clear",
  );
});
const NOBODY = "11111111111111111111111111111111" as Address;

test("a hook gets the accounts that it wants, by address, by seed and by the bytes of others", async () => {
  const program = await hookWith(CONSENT);
  const mint = await hooked(program);
  const key = [...getAddressEncoder().encode(ledger.owner.address)];
  const seeds = (...config: number[]) => [1, ...config, ...Array.from({ length: 32 - config.length }, () => 0), 0, 1];
  // by address; by a literal, the amount and a key; by the owner that stands in the destination's account
  await wants(program, mint, [[0, ...key, 0, 0], seeds(1, 2, 0x61, 0x62, 2, 8, 8, 3, 1), seeds(4, 2, 32, 32)]);
  expect(await simulated(mint)).toMatchObject({ status: "clear" });
});

test("a hook that cannot be executed here is said to gate every transfer, and is cleared of nothing", async () => {
  const gated = async (program: Address, entries: number[][] = []) => {
    const mint = await hooked(program);
    if (entries.length > 0) await wants(program, mint, entries);
    return simulated(mint);
  };
  const absent = await gated(await ledger.wallet("no program"));
  expect(absent).toMatchObject({ status: "unknown", weights: { real_crash: 0, false_fud: 0, whale_manipulation: 0 } });
  expect(absent.text).toMatch(/^Transfers are hook-gated, not simulated: there is no program at its address \(hook \w+\)$/);
  const rest = Array.from({ length: 28 }, () => 0);
  const later = await gated(await hookWith(CONSENT), [[1, 4, 9, 0, 8, ...rest, 0, 0]]);
  expect(later.text).toContain("its accounts cannot be derived");
  const signed = await gated(await hookWith(CONSENT), [[0, ...getAddressEncoder().encode(ledger.owner.address), 1, 0]]);
  expect(signed.text).toContain("it wants another signature");
  const other = await gated(await hookWith(CONSENT), [[0, ...getAddressEncoder().encode(await hookWith(CONSENT)), 0, 0]]);
  expect(other.text).toContain("it calls another program");
});

test("a hook whose code no node gives away is not simulated, and the answer is not kept", async () => {
  const mint = await hooked(await hookWith(CONSENT));
  const node = solanaRpc(ledger);
  let asked = 0;
  await using cut = await openSolana({
    asks: ["solana", "rugcheck"],
    change: (provider) => {
      // the mint is given, the hook is not
      if (provider.name === "solana")
        return { name: "solana", answer: (call) => ((asked += 1) === 1 ? node.answer(call) : { status: 503, text: "down" }) };
      // nothing else is missing
      return {
        name: provider.name,
        answer: () => ({ json: { mint, totalHolders: 1, topHolders: [{ address: mint, owner: mint, pct: 5 }] } }),
      };
    },
  });
  const { signals, partial } = await cut.analyze(mint);
  expect(find(signals, "sim_transfer")).toMatchObject({
    status: "unknown",
    text: "Transfer not simulated: the code of its transfer hook could not be fetched",
  });
  expect(find(signals, "transfer_hook")?.status).toBe("hit");
  expect(partial).toBe(true);
});

test("a mint that the program cannot read is not cleared", async () => {
  const mint = await mintWith([{ __kind: "PermanentDelegate", delegate: ledger.owner.address }]);
  edit(mint, (data) => Uint8Array.from([...data, 200, 0, 250, 0, 1]));
  const { signals } = await engine.analyze(mint);
  expect(find(signals, "unknown_extension")?.status).toBe("unknown");
  expect(signals.every(({ weights }) => weights.false_fud === 0)).toBe(true);
});

test("every one of a hundred and fifty simulations is answered, each from nothing: memory is given back and no balance stays", async () => {
  const mint = await mintWith([feeOf(ledger.owner.address, 100)]);
  const account = ledger.svm.getAccount(mint);
  if (!account.exists) expect.fail("the mint exists");
  await using simulator = openSimulator();
  const one = {
    mint: { address: mint, program: account.programAddress, data: Buffer.from(account.data).toString("base64"), executable: false },
    decimals: 6,
    amount: "1000",
    epochs: ["835"],
  };
  for (let run = 0; run < 150; run++) expect(await simulator.run(one)).toEqual([{ delivered: "990" }]);
});
