const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** How many bytes a base58 text is of; undefined when it is none. */
function base58Bytes(text: string): number | undefined {
  let value = 0n;
  for (const character of text) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return undefined;
    value = value * 58n + BigInt(digit);
  }
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  return zeros + (value === 0n ? 0 : Math.ceil(value.toString(16).length / 2));
}

const isEvm = (text: string): boolean => /^0x[0-9a-f]{40}$/i.test(text);
const isSolana = (text: string): boolean => text.length <= 44 && base58Bytes(text) === 32;

/** Is this text an address of `chain`? Of a chain that is not ours, only that it is one word. */
export function isAddressOf(chain: string, text: string): boolean {
  if (chain === "solana") return isSolana(text);
  return ["1", "56", "8453"].includes(chain) ? isEvm(text) : /^\w{16,64}$/.test(text);
}
