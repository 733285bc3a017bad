import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose_gc");
const collect = runInNewContext("gc") as () => void;

/** What this process holds, its buffers included, once what nobody needs is gone; MiB. */
export function heapMiB(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
}
