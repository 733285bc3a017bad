import { z } from "zod";
import { ChainId } from "./chain.ts";
import { UsageOutcome } from "./usage.ts";

/** An EVM chain by CAIP-2: `eip155:8453`. */
export const Network = z.string().regex(/^eip155:[1-9]\d{0,15}$/);
/** 20 bytes in lower-case hex: one spelling, so that two are compared as text. */
export const LowerAddress = z.string().regex(/^0x[0-9a-f]{40}$/);
/** 32 bytes in lower-case hex: an authorization's nonce, a transaction's hash. */
export const Bytes32 = z.string().regex(/^0x[0-9a-f]{64}$/);
/** An amount in the smallest unit of its asset: millionths of a dollar in USDC. Digits, without leading zeros. */
export const Amount = z.string().regex(/^(0|[1-9]\d{0,76})$/);

/**
 * Where a payment stands.
 * `settling`: the nonce is reserved and settling was asked for or will be; the money has moved or not.
 * `settled`: it has moved, and the last job of `jobs` is to be published.
 * `published`: that job is on its way, or has ended otherwise than `failed`.
 * `failed`: that job has failed. With one job in `jobs` a free rerun is owed; with two, the money.
 * `refused`: no money moved. Kept until the authorization can move none any more, then deleted.
 */
export const PaymentState = z.enum(["settling", "settled", "published", "failed", "refused"]);
export type PaymentState = z.infer<typeof PaymentState>;

/** A job that a payment paid for. Times are the broker's, epoch ms. */
export const PaidJob = z.looseObject({
  job_id: z.uuid(),
  published_at: z.int().optional(),
  outcome: UsageOutcome.optional(),
  ended_at: z.int().optional(),
});
export type PaidJob = z.infer<typeof PaidJob>;

/**
 * A payment as the bucket `payments` keeps it, under `paymentKey`: one authorization (EIP-3009), its transfer and its jobs. It holds no
 * signature: what is stored can move no money. Times are the broker's, epoch ms, unless said otherwise.
 */
export const PaymentRecord = z.looseObject({
  state: PaymentState,
  network: Network,
  asset: LowerAddress,
  payer: LowerAddress,
  nonce: Bytes32,
  pay_to: LowerAddress,
  amount: Amount,
  /** Until when the authorization can move money, epoch seconds of its chain. */
  valid_before: z.int().nonnegative(),
  /** The chain's newest block before anything was settled: what this payment moved is in a later one. */
  since_block: z.int().nonnegative(),
  reserved_at: z.int(),
  settled_at: z.int().optional(),
  /** The transaction that moved the money; absent as long as nobody has told, or found, it. */
  tx: Bytes32.optional(),
  /** Who pays, as in the request of a job. */
  caller: z.string().min(1).max(128),
  request_id: z.string().min(1).max(128),
  /** What was asked, so that any gateway can publish it. */
  request: z.looseObject({
    coin_symbol: z.string().min(1).max(32),
    chain_id: ChainId,
    contract_address: z.string().min(1).max(64).optional(),
    fresh: z.boolean().optional(),
    context_id: z.string().min(1).max(128).optional(),
    /** Sealed, as in a request. */
    webhook: z.string().max(4096).optional(),
  }),
  /** The paid job, and its free rerun after it failed. */
  jobs: z.array(PaidJob).min(1).max(2),
  /** Who works on this payment, until when: nobody else settles or publishes before. Absent when there is nothing to do. */
  lease: z.looseObject({ by: z.string().min(1).max(64), until: z.int() }).optional(),
});
export type PaymentRecord = z.infer<typeof PaymentRecord>;

/** Which payment a job is of, so that two authorizations for one `request_id` are not both settled, and a job's end finds what paid for it. */
export const PaymentClaim = z.looseObject({ payment: z.string().min(1).max(256), at: z.int() });
export type PaymentClaim = z.infer<typeof PaymentClaim>;
