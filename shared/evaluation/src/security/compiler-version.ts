/** The last of each line of Solidity, and for 0.8 the last that the data knows; a source that names one exactly gets that. */
const USUAL = ["0.4.26", "0.5.17", "0.6.12", "0.7.6", "0.8.20"];

type Version = [number, number, number];
const parse = (text: string): Version => {
  const [major = 0, minor = 0, patch = 0] = text.split(".").map(Number);
  return [major, minor, patch];
};
const compare = (a: Version, b: Version): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

/** Whether a version fits one pragma such as `^0.8.0` or `>=0.6.0 <0.8.0`. */
function fits(version: string, pragma: string): boolean {
  const have = parse(version);
  return pragma.split("||").some((either) =>
    [...either.matchAll(/(\^|~|>=|<=|>|<|=)?\s*v?(\d+(?:\.\d+){0,2})/g)].every(([, operator = "=", text = ""]) => {
      const want = parse(text);
      const difference = compare(have, want);
      if (operator === "^") return difference >= 0 && have[0] === want[0] && (want[0] > 0 || have[1] === want[1]);
      if (operator === "~") return difference >= 0 && have[0] === want[0] && have[1] === want[1];
      return (
        { ">=": difference >= 0, "<=": difference <= 0, ">": difference > 0, "<": difference < 0, "=": difference === 0 }[operator] ?? false
      );
    }),
  );
}

/** The newest compiler that fits every pragma of a source; undefined: none does. */
export function compilerFor(source: string): string | undefined {
  const pragmas = [...source.matchAll(/pragma\s+solidity\s+([^;]+);/g)].map(([, pragma = ""]) => pragma.trim());
  const exact = pragmas.flatMap((pragma) => [...pragma.matchAll(/\d+\.\d+\.\d+/g)].map(([version]) => version));
  const candidates = [...new Set([...USUAL, ...exact])].toSorted((a, b) => compare(parse(b), parse(a)));
  return candidates.find((version) => pragmas.every((pragma) => fits(version, pragma)));
}
