/** Coins of chains of their own, each with its pair against the dollar at the reference exchange. What bears their name on a chain of ours is a bridge's token, not the coin. */
const majors: Readonly<Record<string, string>> = Object.fromEntries(
  ["BTC", "ETH", "BNB", "SOL", "XRP", "DOGE", "ADA", "TRX", "AVAX", "DOT", "LTC", "BCH", "XLM", "NEAR", "HBAR", "SUI", "ATOM"].map(
    (coin) => [coin, `${coin}USDT`],
  ),
);

/** The pair against the dollar, at the reference exchange, of a coin that lives on no contract and is judged by symbol alone; undefined for tokens. */
export const majorPair = (symbol: string): string | undefined => (Object.hasOwn(majors, symbol) ? majors[symbol] : undefined);
