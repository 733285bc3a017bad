/** How much a market that holds `usd` can be trusted to be one: under $1,000 it is none, under $10,000 it is thin (solana.md, 8). */
export function liquidityBand(usd: number): "none" | "thin" | "enough" {
  if (usd < 1000) return "none";
  return usd < 10_000 ? "thin" : "enough";
}
