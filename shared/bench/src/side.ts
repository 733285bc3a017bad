import { cpuMs } from "./cpu.ts";

/** One of the systems that are compared: what clients need of it, and its processes. */
export interface Side extends AsyncDisposable {
  name: string;
  /** Where to submit and poll; clients take them in turn. */
  urls: readonly string[];
  headers: Readonly<Record<string, string>>;
  /** Process ids by room: the engines are one room. */
  pids(): Record<string, number[]>;
}

/** CPU time by room so far, ms; `client` is this process. */
export function cpuByRoom(side: Side): Record<string, number> {
  const { user, system } = process.cpuUsage();
  const rooms = Object.entries(side.pids()).map(([room, pids]) => [room, pids.reduce((sum, pid) => sum + cpuMs(pid), 0)]);
  return { ...Object.fromEntries(rooms), client: (user + system) / 1000 };
}
