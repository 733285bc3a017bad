/** Numbers that the rules' own sentences name: windows, sizes tried, thresholds. They are of the rule, not of the token. */
const OF_THE_RULES = new Set([0, 0.5, 1, 2, 3, 5, 7, 10, 20, 24, 25, 30, 60]);

/** Digits that are no quantity: addresses, signatures, selectors, times of day, names such as 4chan, and lists of arguments. */
const NAMES = [
  /0x[0-9a-fA-F]+(?:\([^)]*\))?/g,
  /\b[1-9A-HJ-NP-Za-km-z]{32,44}\b/g,
  /\d{4}-\d\d-\d\dT?[\d:Z]*/g,
  /\b[A-Za-z]+\d+\b|\b4chan\b/g,
];

interface Quantity {
  value: number;
  /** Half of the last digit told. */
  within: number;
}

function quantitiesIn(sentence: string): Quantity[] {
  const plain = NAMES.reduce((text, pattern) => text.replaceAll(pattern, " "), sentence);
  return [...plain.matchAll(/(?<![\w.])(\d[\d,]*(?:\.(\d+))?)(?:e(-?\d+))?/g)].map(([, digits = "", decimals = "", exponent = "0"]) => ({
    value: Number(digits.replaceAll(",", "")) * 10 ** Number(exponent),
    within: 0.5 * 10 ** (Number(exponent) - decimals.length) + 1e-9,
  }));
}

/** What may be told of recorded numbers: themselves, and one or two of them in another unit, as a share, a sum, a product or a change. */
function tellable(recorded: readonly number[]): number[] {
  const pairs = recorded.flatMap((a) => recorded.flatMap((b) => [a + b, a * b, ...(b === 0 ? [] : [a / b, a / (2 * b), (a - b) / b])]));
  // Percent of a fraction, percent of basis points, hours of days, whole tokens of units with six and nine decimals.
  return [...recorded, ...pairs].flatMap((value) => [value, 100 * value, value / 100, 24 * value, value / 1e6, value / 1e9].map(Math.abs));
}

/** The quantities of a line's sentence that are neither of the rule nor to be had from the numbers recorded with it. */
export function unrecorded(text: string, values: Readonly<Record<string, number | boolean | string>>): number[] {
  const recorded = Object.values(values).flatMap((value) =>
    typeof value === "number" ? [value] : typeof value === "string" ? quantitiesIn(value).map((one) => one.value) : [],
  );
  const known = tellable(recorded);
  return quantitiesIn(text)
    .filter(({ value, within }) => !OF_THE_RULES.has(value) && !known.some((one) => Math.abs(one - value) <= within))
    .map(({ value }) => value);
}
