import { createHash } from "node:crypto";
import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  type Instruction,
  type KeyPairSigner,
  lamports,
  setTransactionMessageFeePayerSigner,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import {
  AuthorityType,
  type ExtensionArgs,
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMint2Instruction,
  getMintSize,
  getMintToInstruction,
  getPreInitializeInstructionsForMintExtensions,
  getSetAuthorityInstruction,
  getSetTransferFeeInstruction,
} from "@solana-program/token-2022";
import { FailedTransactionMetadata, LiteSVM } from "litesvm";

/** SPL Token: the program of plain mints. */
const TOKEN = address("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA");
/** Token-2022: the program of mints with extensions. */
const TOKEN_2022 = address("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb");

/** Slots of an epoch on mainnet. */
export const SLOTS_PER_EPOCH = 432_000n;
const SLOT = 361_000_000n;

/** A mint of the ledger. */
export interface LedgerMint {
  mint: Address;
  program: Address;
}

/** How a mint is made: a plain one, or with extensions of Token-2022. */
interface MintPlan {
  symbol: string;
  decimals: number;
  freezable: boolean;
  extensions?: ExtensionArgs[];
  /** Where it stands; at an address of its own when omitted. */
  at?: Address;
}

/** An in-process Solana: the token programs that run are those of the chain. */
export interface SvmLedger {
  svm: LiteSVM;
  /** Holds every authority that is not given up. */
  owner: KeyPairSigner;
  slot: bigint;
  /** The wallet of that name; the same name is the same address everywhere. */
  wallet: (name: string) => Promise<Address>;
  createMint: (plan: MintPlan) => Promise<LedgerMint>;
  /** Mints whole units to owners, who get an associated token account each. */
  give: (to: LedgerMint, shares: readonly { owner: Address; amount: bigint }[]) => Promise<void>;
  revoke: (of: LedgerMint, authority: AuthorityType) => Promise<void>;
  /** Announces another transfer fee; the program lets it begin two epochs on. */
  announceFee: (of: LedgerMint, basisPoints: number) => Promise<void>;
}

const OWNERS_PER_TRANSACTION = 6;

/** Opens a ledger at a slot of mainnet's size, empty. */
export async function openSvmLedger(): Promise<SvmLedger> {
  const svm = new LiteSVM();
  const owner = await signerOf("owner");
  svm.airdrop(owner.address, lamports(10_000_000_000_000n));
  const clock = svm.getClock();
  clock.slot = SLOT;
  clock.epoch = SLOT / SLOTS_PER_EPOCH;
  svm.setClock(clock);

  const send = async (...instructions: Instruction[]): Promise<void> => {
    svm.expireBlockhash();
    const empty = setTransactionMessageFeePayerSigner(owner, createTransactionMessage({ version: 0 }));
    const timed = svm.setTransactionMessageLifetimeUsingLatestBlockhash(empty);
    const message = appendTransactionMessageInstructions(instructions, timed);
    const result = svm.sendTransaction(await signTransactionMessageWithSigners(message));
    if (result instanceof FailedTransactionMetadata) throw new Error(`a transaction failed: ${result.meta().logs().join("; ")}`);
  };

  return {
    svm,
    owner,
    slot: SLOT,
    wallet: async (name) => (await signerOf(name)).address,
    async createMint({ symbol, decimals, freezable, extensions = [], at }) {
      const mint = at ?? (await signerOf(`mint ${symbol}`)).address;
      const program = extensions.length > 0 ? TOKEN_2022 : TOKEN;
      const data = new Uint8Array(getMintSize(extensions.length > 0 ? extensions : undefined));
      const space = BigInt(data.length);
      const rent = lamports(svm.minimumBalanceForRentExemption(space));
      svm.setAccount({ address: mint, programAddress: program, data, space, lamports: rent, executable: false });
      const authorities = { mintAuthority: owner.address, freezeAuthority: freezable ? owner.address : null };
      await send(
        ...getPreInitializeInstructionsForMintExtensions(mint, extensions),
        getInitializeMint2Instruction({ mint, decimals, ...authorities }, { programAddress: program }),
      );
      return { mint, program };
    },
    async give({ mint, program }, shares) {
      for (let start = 0; start < shares.length; start += OWNERS_PER_TRANSACTION) {
        const some = shares.slice(start, start + OWNERS_PER_TRANSACTION);
        const instructions = some.map(async (share) => {
          const [ata] = await findAssociatedTokenPda({ mint, owner: share.owner, tokenProgram: program });
          return [
            getCreateAssociatedTokenIdempotentInstruction({ payer: owner, ata, owner: share.owner, mint, tokenProgram: program }),
            getMintToInstruction({ mint, token: ata, mintAuthority: owner, amount: share.amount }, { programAddress: program }),
          ];
        });
        await send(...(await Promise.all(instructions)).flat());
      }
    },
    revoke: ({ mint, program }, authorityType) =>
      send(getSetAuthorityInstruction({ owned: mint, owner, authorityType, newAuthority: null }, { programAddress: program })),
    announceFee: ({ mint }, transferFeeBasisPoints) =>
      send(getSetTransferFeeInstruction({ mint, transferFeeConfigAuthority: owner, transferFeeBasisPoints, maximumFee: 2n ** 63n })),
  };
}

const signerOf = (name: string): Promise<KeyPairSigner> =>
  createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(createHash("sha256").update(`sandbox ${name}`).digest()));
