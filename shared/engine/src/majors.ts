const majors: Readonly<Record<string, string>> = { BTC: "BTCUSDT", ETH: "ETHUSDT", SOL: "SOLUSDT", BNB: "BNBUSDT" };

/** The pair against the dollar, at the reference exchange, of a coin that lives on no contract and is judged by symbol alone; undefined for tokens. */
export const majorPair = (symbol: string): string | undefined => (Object.hasOwn(majors, symbol) ? majors[symbol] : undefined);
