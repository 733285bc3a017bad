import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { z } from "zod";

const READ_EVERY_MS = 50;

const Line = z.looseObject({ level: z.string(), msg: z.string(), err: z.looseObject({ message: z.string() }).optional() });

/** One line of a service's log, as far as the launcher reads it. */
export type LogLine = z.infer<typeof Line>;

/** Reads a JSON log line; undefined when it is none. */
export function parseLogLine(text: string): LogLine | undefined {
  if (!text.startsWith("{")) return undefined;
  try {
    return Line.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The writing end of a log file, for a child's stdout and stderr, and its reader. */
export interface FollowedLog {
  fd: number;
  /** Hands over what is left and stops. */
  end(): void;
}

/**
 * Opens a log file for a child to write to and hands over each line it appends. A file rather than a pipe: the child needs nobody to read
 * it, so it can say its last words when its parent is gone, and a busy parent never slows it.
 */
export function followLog(file: string, onLine: (line: string) => void): FollowedLog {
  const fd = openSync(file, "a+", 0o600);
  const buffer = Buffer.alloc(64 * 1024);
  const decoder = new StringDecoder("utf8");
  let position = fstatSync(fd).size;
  let rest = "";
  const read = (): void => {
    for (
      let count = readSync(fd, buffer, 0, buffer.length, position);
      count > 0;
      count = readSync(fd, buffer, 0, buffer.length, position)
    ) {
      position += count;
      const lines = (rest + decoder.write(buffer.subarray(0, count))).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) onLine(line);
    }
  };
  const timer = setInterval(read, READ_EVERY_MS);
  return {
    fd,
    end() {
      clearInterval(timer);
      read();
      closeSync(fd);
    },
  };
}
