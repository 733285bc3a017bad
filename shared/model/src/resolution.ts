import type { Request, Token } from "@token-sentiment/contract";

const short = (address: string): string => (address.length <= 14 ? address : `${address.slice(0, 8)}…${address.slice(-4)}`);
const usd = (value: number): string => `${Math.round(value).toLocaleString("en-US")} USD`;

/** Times larger from which the market of another chain is worth a word, and times smaller up to which one on this chain comes close. */
const FACTOR = 5;

/** True when it is known which token was meant: a contract was named or found, or it is a coin that has none. */
export const isResolved = (request: Request, token: Token | undefined): boolean =>
  request.contract_address !== undefined || token?.contract_address !== undefined || token?.native === true;

/** Which contract was judged when none was named, in a sentence; undefined when the request named one. */
export function resolutionLine(request: Request, token: Token | undefined): string | undefined {
  const { coin_symbol, contract_address, chain_id } = request;
  if (contract_address !== undefined) return undefined;
  if (!token) return `${coin_symbol} was not resolved to a contract: the resolver gave no answer`;
  if (token.native) return `${coin_symbol} is a major coin: judged by its symbol, there is no contract to check`;
  const judged = token.candidates.find((one) => one.contract_address === token.contract_address && one.chain_id === token.chain_id);
  const elsewhere = token.candidates
    .filter((one) => one.chain_id !== chain_id && one.liquidity_usd !== undefined)
    .toSorted((a, b) => (b.liquidity_usd ?? 0) - (a.liquidity_usd ?? 0))[0];
  const larger = elsewhere && (elsewhere.liquidity_usd ?? 0) > FACTOR * (judged?.liquidity_usd ?? 0);
  const note = larger ? `; its largest market is on ${elsewhere.chain_id} (liquidity ${usd(elsewhere.liquidity_usd ?? 0)})` : "";
  if (token.contract_address === undefined) return `no contract of ${coin_symbol} was found on chain ${chain_id} (${token.source})${note}`;
  const close = (depth = 0): boolean => depth * FACTOR >= (judged?.liquidity_usd ?? 0);
  const rivals = token.candidates.filter((one) => one !== judged && one.chain_id === token.chain_id && close(one.liquidity_usd)).length;
  const nearest = `${rivals} other ${rivals === 1 ? "market of that symbol comes" : "markets of that symbol come"} close`;
  const doubt = token.ambiguous ? `, ambiguous: ${rivals === 0 ? "how deep the others are is not known" : nearest}` : "";
  return `${coin_symbol} was judged as ${short(token.contract_address)} on chain ${token.chain_id} (${token.source})${doubt}${note}`;
}
