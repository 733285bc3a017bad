import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Resident memory of a process in MiB, as Linux tells it; NaN of one that is gone. */
export function rssMib(pid: number): number {
  try {
    return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024);
  } catch {
    return Number.NaN;
  }
}

/** What a process has open, by kind. */
export interface Handles {
  /** Connections that others opened to it. */
  inbound: number;
  /** Connections that it opened. */
  outbound: number;
  /** Connections whose other side has left, and which it still holds. */
  abandoned: number;
  /** Files, pipes, sockets that listen. */
  rest: number;
}

/** States in /proc/net/tcp. */
const [LISTEN, CLOSE_WAIT] = ["0A", "08"];

/** What Linux says that process has open. @throws when it is gone. */
export function handlesOf(pid: number): Handles {
  const rows = ["tcp", "tcp6"].flatMap((table) => readFileSync(`/proc/${pid}/net/${table}`, "utf8").trim().split("\n").slice(1));
  const sockets = new Map(
    rows.map((row) => {
      const [, local = "", , state = "", , , , , , inode = ""] = row.trim().split(/\s+/);
      return [`socket:[${inode}]`, { port: local.split(":")[1] ?? "", state }];
    }),
  );
  const held = readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
    } catch {
      // Closed since it was listed.
      return [];
    }
  });
  const listens = new Set(held.map((link) => sockets.get(link)).flatMap((one) => (one?.state === LISTEN ? one.port : [])));
  const handles: Handles = { inbound: 0, outbound: 0, abandoned: 0, rest: 0 };
  for (const link of held) {
    const socket = sockets.get(link);
    if (!socket || socket.state === LISTEN) handles.rest++;
    else if (socket.state === CLOSE_WAIT) handles.abandoned++;
    else if (listens.has(socket.port)) handles.inbound++;
    else handles.outbound++;
  }
  return handles;
}
