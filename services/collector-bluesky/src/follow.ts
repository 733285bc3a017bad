import { setTimeout as delay } from "node:timers/promises";
import type { Ending } from "./listen.ts";

export interface Following {
  /** Tried in turn. */
  hosts: readonly string[];
  /** One connection: resolves with its end, and whether it brought anything. */
  connect: (host: string) => Promise<{ ending: Ending; heard: boolean }>;
  onEnd: (ending: Ending, host: string) => void;
  /** Before the next try; doubles up to 64 times that while nothing is heard. */
  retryMs: number;
  signal: AbortSignal;
}

const DOUBLINGS = 6;

/** Keeps one connection open until `signal` aborts: when it ends, the next host, sooner when this one brought something. */
export async function follow({ hosts, connect, onEnd, retryMs, signal }: Following): Promise<void> {
  let failures = 0;
  for (let turn = 0; !signal.aborted; turn += 1) {
    const host = hosts[turn % hosts.length] ?? "";
    const { ending, heard } = await connect(host);
    if (signal.aborted) return;
    onEnd(ending, host);
    failures = heard ? 0 : failures + 1;
    // all who lost one host must not come back at once
    const wait = retryMs * 2 ** Math.min(failures, DOUBLINGS) * (0.5 + Math.random() / 2);
    await delay(wait, undefined, { signal }).catch(() => undefined);
  }
}
