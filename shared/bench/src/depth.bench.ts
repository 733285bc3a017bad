import { streams } from "@token-sentiment/contract";
import type { Bench, BenchRow } from "./bench.ts";
import { startBenchMarket } from "./bench-market.ts";
import { closedLoop } from "./closed-loop.ts";
import { openAs } from "./open-as.ts";
import { rssMib } from "./rss.ts";
import { cpuByRoom } from "./side.ts";

const CLIENTS = 64;

/** What a job costs while facts pile up. */
export const bench: Bench = {
  title: `cost of a job from an empty stream on, ${CLIENTS} clients with long-polls, until a million facts are stored`,
  async run(say, { quick }) {
    const [until, step] = quick ? [20_000, 5000] : [1_000_000, 100_000];
    await using ours = await startBenchMarket({ engineMs: 0, env: { GATEWAY_CAPACITY: "256" } });
    await using bus = await openAs("gateway", ours);
    const stored = async (): Promise<number> => (await bus.jsm.streams.info(streams.analysis)).state.messages;
    await closedLoop(ours, { clients: CLIENTS, forMs: 3000, waiting: "long-poll" });
    const rows: BenchRow[] = [];
    for (let next = step; next <= until; next += step) {
      const before = cpuByRoom(ours);
      const seen = { finished: 0, elapsedMs: 0 };
      while ((await stored()) < next) {
        const { finished, elapsedMs } = await closedLoop(ours, { clients: CLIENTS, forMs: 2000, waiting: "long-poll" });
        if (finished === 0) throw new Error(`no job ended at ${await stored()} facts`);
        seen.finished += finished;
        seen.elapsedMs += elapsedMs;
      }
      const used = Object.entries(cpuByRoom(ours)).map(([room, cpu]) => [
        room,
        `${((cpu - (before[room] ?? 0)) / seen.finished).toFixed(2)} ms`,
      ]);
      const rss = `${rssMib(ours.pids()["broker"]?.[0] ?? 0).toFixed(0)} MiB`;
      const perSecond = ((1000 * seen.finished) / seen.elapsedMs).toFixed(0);
      const figures = { "jobs/s": perSecond, ...Object.fromEntries(used), "broker RSS": rss };
      rows.push({ what: `${next} facts`, figures });
      say(`${next} facts: ${JSON.stringify(figures)}`);
    }
    return rows;
  },
};
