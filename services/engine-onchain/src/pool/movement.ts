/** How the price went, in coins. */
export interface Movement {
  /** The deepest fall below any earlier price of the window, 0..1. */
  drawdown: number;
  /** End against start: -0.5 is half. */
  net: number;
  /** The highest price against the first: 1 is twice as much. */
  rise: number;
}

/** Undefined when there was no price. */
export function movementOf(prices: readonly number[]): Movement | undefined {
  const [first, last] = [prices[0], prices.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  let [peak, drawdown] = [first, 0];
  for (const price of prices) {
    peak = Math.max(peak, price);
    drawdown = Math.max(drawdown, 1 - price / peak);
  }
  return { drawdown, net: last / first - 1, rise: peak / first - 1 };
}
