import type { Signal } from "@token-sentiment/contract";
import type { Judgement } from "./judge-sample.ts";

const TRAPS = new Set(["cannot_sell", "delayed_trap"]);

/** Log-weights of all lines for two branches, each by its reliability, in nats. */
function leaning(signals: readonly Signal[]): { real_crash: number; false_fud: number } {
  const sum = (branch: "real_crash" | "false_fud") =>
    signals.reduce((total, { weights, reliability }) => total + weights[branch] * reliability, 0);
  return { real_crash: sum("real_crash"), false_fud: sum("false_fud") };
}

/** Prints which known-good tokens the engine says cannot be sold, and which it weighs as a real crash more than as false fear. */
export function reportKnownGood(judgements: readonly Judgement[], say: (line: string) => void): void {
  if (judgements.length === 0) return;
  const judged = judgements.flatMap((one) => (one.judged ? [one] : []));
  const trapped = judged.filter(({ signals }) => signals.some(({ code, status }) => status === "hit" && TRAPS.has(code)));
  const crashing = judged.filter(({ signals }) => leaning(signals).real_crash > Math.max(0, leaning(signals).false_fud));
  say(`## known-good tokens: ${judged.length} of ${judgements.length} could be judged`);
  say(`"cannot sell": ${trapped.length} of ${judged.length}`);
  for (const { sample, how } of trapped) say(`  ${sample.address} ${sample.name} (${how})`);
  say(`weights favouring real_crash: ${crashing.length} of ${judged.length}`);
  for (const { sample, signals, how } of crashing) {
    const { real_crash, false_fud } = leaning(signals);
    const lines = signals.filter(({ weights }) => weights.real_crash > 0).map(({ text }) => text);
    say(`  ${sample.address} ${sample.name}: real_crash ${real_crash.toFixed(2)}, false_fud ${false_fud.toFixed(2)} (${how})`);
    for (const line of lines) say(`    ${line}`);
  }
  say("### not judged");
  for (const one of judgements) if (!one.judged) say(`${one.sample.address} ${one.sample.name}: ${one.why}`);
}
