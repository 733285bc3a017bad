import { type Address, createTestClient, type Hex, http, publicActions, toHex, walletActions } from "viem";
import { mnemonicToAccount } from "viem/accounts";
import { deployedCode } from "../artifact.ts";
import { startAnvil } from "../start-anvil.ts";
import type { Provider } from "../web/provider.ts";
import { chainSaver, restoreChain } from "./kept-chain.ts";
import { facilitator } from "./facilitator.ts";
import { MULTICALL, paymentChain, USDC, usdcAbi } from "./usdc.ts";

/** Who pays: an account of the mnemonic that every development node has. Its key is public. */
interface Payer {
  address: Address;
  privateKey: Hex;
}

/** A chain to pay on, with the test USDC at USDC's address. Disposing ends its node. */
export interface PaymentChain extends AsyncDisposable {
  /** JSON-RPC, on loopback. */
  rpcUrl: string;
  /** Verifies and settles on this chain. */
  facilitator: Provider;
  /** Has 1,000 USDC. */
  payer: Payer;
  /** Has none; whoever is paid may use it. */
  payTo: Address;
  /** In millionths of a USDC. */
  balanceOf: (account: Address) => Promise<bigint>;
  /** Gives an account some, in millionths of a USDC, out of nothing. */
  fund: (account: Address, value: bigint) => Promise<void>;
  /** Settles with a sentence when the node is gone. */
  ended: Promise<string>;
}

const MNEMONIC = "test test test test test test test test test test test junk";
const ACCOUNTS = { facilitator: 0, payer: 1, payTo: 2 } as const;
const PAYER_FUNDS = 1_000_000_000n;

/**
 * Starts a real EVM node of its own for payments; its clock is the machine's, and each transaction is a block. With a `file` the chain goes
 * on where it was, and a settlement is answered once it is in there.
 */
export async function startPaymentChain(file?: string): Promise<PaymentChain> {
  await using stack = new AsyncDisposableStack();
  const genesisTime = Math.floor(Date.now() / 1000);
  const anvil = stack.use(await startAnvil({ chainId: paymentChain.id, port: 0, genesisTime, accounts: 3 }));
  const [operator, payer, payee] = Object.values(ACCOUNTS).map((addressIndex) => mnemonicToAccount(MNEMONIC, { addressIndex }));
  const privateKey = payer?.getHdKey().privateKey;
  if (!operator || !payer || !payee || !privateKey) throw new Error("the development mnemonic has no such account");
  const node = createTestClient({ mode: "anvil", account: operator.address, chain: paymentChain, transport: http(anvil.rpcUrl) })
    .extend(publicActions)
    .extend(walletActions);
  const save = file === undefined ? async () => undefined : chainSaver(node, file);
  const usdc = { address: USDC, abi: usdcAbi } as const;
  const fund = async (account: Address, value: bigint): Promise<void> => {
    const hash = await node.writeContract({ ...usdc, functionName: "mint", args: [account, value] });
    await node.waitForTransactionReceipt({ hash });
    await save();
  };
  if (file === undefined || !(await restoreChain(node, file))) {
    await node.setCode({ address: USDC, bytecode: deployedCode("TestUsdc") });
    await node.setCode({ address: MULTICALL, bytecode: deployedCode("Multicall") });
    await fund(payer.address, PAYER_FUNDS);
  }
  const started = stack.move();
  return {
    rpcUrl: anvil.rpcUrl,
    facilitator: facilitator(anvil.rpcUrl, operator.address, save),
    payer: { address: payer.address, privateKey: toHex(privateKey) },
    payTo: payee.address,
    balanceOf: (account) => node.readContract({ ...usdc, functionName: "balanceOf", args: [account] }),
    fund,
    ended: anvil.ended,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}
