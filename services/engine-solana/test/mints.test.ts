import { type Address, some } from "@solana/kit";
import { AccountState, decodeMint as decodeWithCodec, type ExtensionArgs, getExtensionEncoder } from "@solana-program/token-2022";
import { openSvmLedger, type SvmLedger } from "@token-sentiment/sandbox";
import { beforeAll, expect, test } from "vitest";
import { standingOf } from "../src/chain/account.ts";
import type { Mint } from "../src/chain/mint.ts";

let ledger: SvmLedger;
let owner: Address;
beforeAll(async () => {
  ledger = await openSvmLedger();
  owner = ledger.owner.address;
});

const bytesOf = (mint: Address): { data: Uint8Array; program: string } => {
  const account = ledger.svm.getAccount(mint);
  return account.exists ? { data: new Uint8Array(account.data), program: account.programAddress } : expect.fail("the mint exists");
};
const decode = ({ data, program }: { data: Uint8Array; program: string }): Mint => {
  const standing = standingOf({ program, data });
  return standing.kind === "mint" ? standing.mint : expect.fail(standing.what);
};
/** A real mint of the real program, by our decoder and by the program's codec. */
async function both(symbol: string, extensions: ExtensionArgs[], freezable = false) {
  const { mint } = await ledger.createMint({ symbol, decimals: 9, freezable, extensions });
  const account = ledger.svm.getAccount(mint);
  if (!account.exists) expect.fail("the mint exists");
  return { ours: decode(bytesOf(mint)), codec: decodeWithCodec(account).data, bytes: bytesOf(mint) };
}
const kindsOf = (extensions: unknown) =>
  JSON.stringify(extensions, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));

test("the base of a mint reads as the program's codec reads it", async () => {
  for (const freezable of [false, true]) {
    const { ours, codec } = await both(`plain ${freezable}`, [], freezable);
    expect(ours).toEqual({
      mintAuthority: owner,
      freezeAuthority: freezable ? owner : undefined,
      supply: codec.supply,
      decimals: codec.decimals,
      extensions: [],
      unread: [],
    });
    expect(codec.freezeAuthority).toEqual(freezable ? some(owner) : { __option: "None" });
  }
});

const fee = (basisPoints: number) => ({ epoch: 0n, maximumFee: 77n, transferFeeBasisPoints: basisPoints });
const cases: [name: string, extensions: (by: Address) => ExtensionArgs[], expected: (by: Address) => Partial<Mint>][] = [
  [
    "transfer fee",
    (by) => [
      {
        __kind: "TransferFeeConfig",
        transferFeeConfigAuthority: by,
        withdrawWithheldAuthority: by,
        withheldAmount: 0n,
        olderTransferFee: fee(123),
        newerTransferFee: fee(123),
      },
    ],
    (by) => ({
      transferFee: {
        authority: by,
        older: { epoch: 835n, maximum: 77n, basisPoints: 123 },
        newer: { epoch: 835n, maximum: 77n, basisPoints: 123 },
      },
    }),
  ],
  ["close authority", (by) => [{ __kind: "MintCloseAuthority", closeAuthority: by }], (by) => ({ closeAuthority: by })],
  ["frozen accounts", () => [{ __kind: "DefaultAccountState", state: AccountState.Frozen }], () => ({ newAccountsFrozen: true })],
  ["thawed accounts", () => [{ __kind: "DefaultAccountState", state: AccountState.Initialized }], () => ({ newAccountsFrozen: false })],
  ["non-transferable", () => [{ __kind: "NonTransferable" }], () => ({ nonTransferable: true })],
  ["delegate", (by) => [{ __kind: "PermanentDelegate", delegate: by }], (by) => ({ permanentDelegate: by })],
  ["hook", (by) => [{ __kind: "TransferHook", authority: by, programId: by }], (by) => ({ transferHook: { authority: by, program: by } })],
  [
    "pausable",
    (by) => [{ __kind: "PausableConfig", authority: some(by), paused: false }],
    (by) => ({ pausable: { authority: by, paused: false } }),
  ],
  [
    "scaled amounts",
    (by) => [{ __kind: "ScaledUiAmountConfig", authority: by, multiplier: 2.5, newMultiplierEffectiveTimestamp: 0n, newMultiplier: 2.5 }],
    (by) => ({ scaled: { authority: by, multiplier: 2.5, newMultiplier: 2.5 } }),
  ],
  [
    "interest",
    (by) => [
      {
        __kind: "InterestBearingConfig",
        rateAuthority: by,
        initializationTimestamp: 0n,
        preUpdateAverageRate: 0,
        lastUpdateTimestamp: 0n,
        currentRate: -250,
      },
    ],
    (by) => ({ interest: { authority: by, basisPoints: -250 } }),
  ],
  ["burning by consent", (by) => [{ __kind: "PermissionedBurn", authority: some(by) }], (by) => ({ burnAuthority: by })],
  [
    "several",
    (by) => [
      { __kind: "MintCloseAuthority", closeAuthority: by },
      { __kind: "PermanentDelegate", delegate: by },
      {
        __kind: "ScaledUiAmountConfig",
        authority: by,
        multiplier: 1,
        newMultiplierEffectiveTimestamp: 0n,
        newMultiplier: 1,
      },
    ],
    (by) => ({ closeAuthority: by, permanentDelegate: by }),
  ],
];
test.each(cases)("an extension of the real program reads true: %s", async (name, extensions, expected) => {
  const { ours, codec } = await both(name, extensions(owner), true);
  expect(ours).toMatchObject(expected(owner));
  expect(ours.unread).toEqual([]);
  // the codec saw the same fields
  const shown = kindsOf(codec.extensions);
  for (const { __kind } of extensions(owner)) expect(shown).toContain(`"${__kind}"`);
  expect(ours.extensions).toHaveLength(extensions(owner).length);
});

test("the metadata that a mint holds itself reads true, as the program's codec writes it; cut off it is unread", async () => {
  const { bytes } = await both("own metadata", [{ __kind: "MetadataPointer", authority: some(owner), metadataAddress: null }]);
  const written = getExtensionEncoder().encode({
    __kind: "TokenMetadata",
    updateAuthority: some(owner),
    mint: owner,
    name: "Fern",
    symbol: "BRIAR",
    uri: "https://example.org",
    additionalMetadata: new Map(),
  });
  const data = Uint8Array.from([...bytes.data, ...written]);
  expect(decode({ ...bytes, data }).ownMetadata).toEqual({ authority: owner, name: "Fern", symbol: "BRIAR" });
  expect(decode({ ...bytes, data }).unread).toEqual([]);
  const long = data.slice();
  // a name of four thousand million bytes
  long.fill(255, bytes.data.length + 4 + 64, bytes.data.length + 4 + 68);
  expect(decode({ ...bytes, data: long })).toMatchObject({ extensions: [18, 19], unread: [19] });
});

test("a paused mint reads as paused", async () => {
  const { bytes } = await both("paused", [{ __kind: "PausableConfig", authority: some(owner), paused: false }]);
  bytes.data[bytes.data.length - 1] = 1;
  expect(decode(bytes).pausable).toEqual({ authority: owner, paused: true });
});

test("a type that nobody knows is kept and said, where the codec gives up the whole mint", async () => {
  const { bytes } = await both("newer", [{ __kind: "PermanentDelegate", delegate: owner }]);
  const data = new Uint8Array(bytes.data.length + 8);
  data.set(bytes.data);
  data.set([200, 0, 4, 0, 1, 2, 3, 4], bytes.data.length);
  const mint = decode({ ...bytes, data });
  expect(mint).toMatchObject({ permanentDelegate: owner, extensions: [12, 200], unread: [200] });
});

test("what is cut off or too short is unread, never a throw and never taken for absent", async () => {
  const { bytes } = await both("cut", [{ __kind: "PermanentDelegate", delegate: owner }]);
  const cut = decode({ ...bytes, data: bytes.data.slice(0, -5) });
  expect(cut).toMatchObject({ extensions: [12], unread: [12] });
  expect(cut.permanentDelegate).toBeUndefined();
});
