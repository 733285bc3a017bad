import { address } from "@solana/kit";

/** Two strangers, who never owned anything: points of the curve found by hashing "token-sentiment seller 3" and "token-sentiment buyer 0". */
export const SELLER = address("HtF9jSTXSdYdNGnC1rXauTAKP6ED3PNxSVTiWMTPEBYZ");
export const BUYER = address("AQE7ZkpKVDAs9zrBBvdJL6hJKkcPnY2oviEoAdLJnZjh");
