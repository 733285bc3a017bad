import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { z } from "zod";
import { type Bench, type BenchRow, median } from "./bench.ts";
import { worst } from "./sybil/posts.ts";

const run = promisify(execFile);
const Measured = z.object({ ms: z.number(), cpuMs: z.number(), mb: z.number(), accounts: z.number() });

interface Case {
  what: string;
  /** Of the worst ones; "" = an ordinary day. */
  kind: string;
  posts: number;
  rounds: number;
  /** Old generation, MiB. */
  heapMb: number;
  goalMs: number;
}

const cases: readonly Case[] = [
  { what: "20,000 posts of a day, 480 of them by campaigns", kind: "", posts: 20_000, rounds: 7, heapMb: 96, goalMs: 500 },
  ...Object.keys(worst).map((kind) => ({ what: `20,000: ${kind}`, kind, posts: 20_000, rounds: 3, heapMb: 256, goalMs: 3_000 })),
  { what: "1,000,000 posts of a day", kind: "", posts: 1_000_000, rounds: 1, heapMb: 6_000, goalMs: 30_000 },
];

/** What the analysis of a sample takes, in a process of its own whose heap is limited; the first, cold round apart. */
export const bench: Bench = {
  title: "the sybil engine's analysis of posts: cold, median of all rounds, heap used after it (posts included) under the limit named",
  run: async (say) => {
    const rows: BenchRow[] = [];
    for (const one of cases) {
      say(one.what);
      rows.push({ what: one.what, figures: await measure(one) });
    }
    return rows;
  },
};

async function measure({ kind, posts, rounds, heapMb, goalMs }: Case): Promise<Record<string, string>> {
  const script = new URL("sybil/measure.ts", import.meta.url).pathname;
  const goal = { goal: `${goalMs} ms`, limit: `${heapMb} MiB` };
  try {
    const { stdout } = await run(process.execPath, [`--max-old-space-size=${heapMb}`, script, kind, `${posts}`, `${rounds}`], {
      timeout: 600_000,
    });
    const measured = stdout
      .trim()
      .split("\n")
      .map((line) => Measured.parse(JSON.parse(line)));
    const ms = measured.map((each) => each.ms);
    return {
      cold: `${(ms[0] ?? Number.NaN).toFixed(0)} ms`,
      median: `${median(ms).toFixed(0)} ms`,
      CPU: `${median(measured.map(({ cpuMs }) => cpuMs)).toFixed(0)} ms`,
      ...goal,
      heap: `${Math.max(...measured.map(({ mb }) => mb)).toFixed(0)} MiB`,
      coordinated: `${measured[0]?.accounts ?? 0}`,
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n").find((line) => /heap|RangeError|Error:/.test(line)) : undefined;
    return { cold: reason ?? "failed", ...goal };
  }
}
