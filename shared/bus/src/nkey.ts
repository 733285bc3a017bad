import { nkeys } from "@nats-io/transport-node";

/** A new nkey user: the broker's configuration holds the public key, the service alone holds the seed. */
export function createNkey(): { seed: string; publicKey: string } {
  const pair = nkeys.createUser();
  return { seed: new TextDecoder().decode(pair.getSeed()), publicKey: pair.getPublicKey() };
}

/** The public key of a seed. Throws when it is not an nkey seed. */
export const publicKeyOf = (seed: string): string => nkeys.fromSeed(new TextEncoder().encode(seed.trim())).getPublicKey();
