import { createPublicClient, custom, hashTypedData, type Hex, recoverAddress } from "viem";
import type { Payment } from "./payment-header.ts";
import { PaymentsUnavailableError } from "./refusal.ts";
import type { Rpc } from "./rpc.ts";
import type { PaymentRequirements } from "./terms.ts";

const fields = { from: "address", to: "address", value: "uint256", validAfter: "uint256", validBefore: "uint256", nonce: "bytes32" };
const types = { TransferWithAuthorization: Object.entries(fields).map(([name, type]) => ({ name, type })) };

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked where the header is read
const hex = (text: string): Hex => text as Hex;

/** What a wallet signs (EIP-712) for an authorization in an asset. */
function hashOf({ payload: { authorization } }: Payment, { network, asset, extra }: PaymentRequirements): Hex {
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  return hashTypedData({
    domain: { ...extra, chainId: BigInt(network.slice("eip155:".length)), verifyingContract: hex(asset) },
    types,
    primaryType: "TransferWithAuthorization",
    message: {
      from: hex(from),
      to: hex(to),
      value: BigInt(value),
      validAfter: BigInt(validAfter),
      validBefore: BigInt(validBefore),
      nonce: hex(nonce),
    },
  });
}

/**
 * True when the payer signed its authorization. A key's signature is checked here; any other is a contract's (ERC-1271, ERC-6492), which
 * its chain is asked about. @throws PaymentsUnavailableError when it cannot be asked.
 */
export async function isSignedByPayer(payment: Payment, offer: PaymentRequirements, rpc: Rpc): Promise<boolean> {
  const { authorization, signature } = payment.payload;
  const hash = hashOf(payment, offer);
  const signer = await recoverAddress({ hash, signature: hex(signature) }).catch(() => undefined);
  if (signer?.toLowerCase() === authorization.from) return true;
  let unreachable: unknown;
  const request = async ({ method, params }: { method: string; params?: readonly unknown[] }): Promise<unknown> =>
    rpc(method, params ?? []).catch((error: unknown) => {
      unreachable = error;
      throw error;
    });
  const code = await request({ method: "eth_getCode", params: [authorization.from, "latest"] });
  // No contract lives there, and none is said to be made for this (ERC-6492): the key's own signature was all there is.
  if (code === "0x" && !signature.endsWith(ERC_6492)) return false;
  const client = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) });
  const valid = await client.verifyHash({ address: hex(authorization.from), hash, signature: hex(signature) }).catch(() => undefined);
  if (valid === undefined) throw new PaymentsUnavailableError("a contract's signature cannot be checked", { cause: unreachable });
  return valid;
}

const ERC_6492 = "6492".repeat(16);
