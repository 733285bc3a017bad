import type { Judged } from "./judge-all.ts";
import { verdictOf, weightsOf } from "./judge-token.ts";
import { classes } from "./labels.ts";
import { type Score, scoreOf } from "./score.ts";

type Say = (line: string) => void;

const share = (value: number): string => (Number.isNaN(value) ? "-" : value.toFixed(3));
const line = (what: string, n: number, { tp, fp, fn, tn, precision, recall, f1 }: Score): string =>
  `| ${what} | ${n} | ${tp} | ${fp} | ${fn} | ${tn} | ${share(precision)} | ${share(recall)} | ${share(f1)} |`;

/** Published by CRPWarner for its 69 contracts (arXiv 2403.01425 and its notebook). */
const PUBLISHED = { Mint: ".947 .900 .923", Leak: ".875 .778 .824", Limit: ".931 .900 .915" } as const;

/** Precision, recall and F1 of each class, on what could be judged and on all, and every miss. */
export function reportRugs(judged: readonly Judged[], say: Say): void {
  const tradable = judged.filter(({ signals }) => signals);
  say(
    `${judged.length} labelled rug pulls; ${tradable.length} could be traded (${tradable.filter(({ how }) => how === "compiled").length} from source)`,
  );
  say("| class | n | TP | FP | FN | TN | precision | recall | F1 |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
  const misses: string[] = [];
  for (const name of classes) {
    const all = judged.map((one) => ({ ...one, truth: one.labelled.labels?.[name] ?? false, said: verdictOf(name, one.signals ?? []) }));
    const judgeable = all.filter(({ said }) => said !== undefined);
    say(line(`${name}, judgeable`, judgeable.length, scoreOf(judgeable)));
    say(line(`${name}, all`, all.length, scoreOf(all)));
    say(`| ${name}, published (P R F1) | 69 | | | | | ${PUBLISHED[name].split(" ").join(" | ")} |`);
    for (const { labelled, truth, said, signals = [] } of all) {
      if (said === undefined || said === truth) continue;
      const proof = signals.find(
        ({ code, status }) => status === "hit" && /mint|destroy|leak|block|sell|trap|gate/.test(code) && belongs(name, code),
      );
      misses.push(`${labelled.address} ${name} ${said ? `said, not labelled: ${proof?.text ?? ""}` : "labelled, not found"}`);
    }
  }
  say("misses:");
  for (const miss of misses) say(`  ${miss}`);
  say("not judged:");
  for (const { labelled, signals, why } of judged) if (!signals) say(`  ${labelled.address}: ${why ?? ""}`);
}

const belongs = (name: string, code: string): boolean =>
  name === "Mint" ? code === "mint" : name === "Leak" ? /destroy|leak/.test(code) : /block|sell|trap|gate/.test(code);

/** Of known-good tokens: what would accuse them. */
export function reportGood(judged: readonly Judged[], say: Say): void {
  const tradable = judged.flatMap(({ labelled, signals }) => (signals ? [{ labelled, signals }] : []));
  const stuck = tradable.filter(({ signals }) => signals.some(({ critical, status }) => critical && status === "hit"));
  const accused = tradable.filter(({ signals }) => weightsOf(signals).real_crash > Math.max(0, weightsOf(signals).false_fud));
  say(`${judged.length} known-good tokens; ${tradable.length} could be traded`);
  say(
    `| | tokens |\n| --- | ---: |\n| told that they cannot be sold | ${stuck.length} |\n| summed weights favour real_crash | ${accused.length} |`,
  );
  for (const { labelled, signals } of new Set([...stuck, ...accused])) {
    const against = signals.filter(({ weights, reliability }) => weights.real_crash * reliability > 0);
    say(`  ${labelled.address}: ${against.map(({ code, text }) => `${code} (${text})`).join("; ")}`);
  }
  for (const { labelled, signals, why } of judged) if (!signals) say(`  not judged ${labelled.address}: ${why ?? ""}`);
}
