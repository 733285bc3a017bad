import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { PROBE_SAYS } from "./probe-says.ts";

// Loaded into each process of a soak before its main: at SIGWINCH, which means nothing to a service, it collects garbage and logs what is needed still.
setFlagsFromString("--expose_gc");
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what V8 calls so
const collect = runInNewContext("gc") as () => void;

process.on("SIGWINCH", () => {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  process.stdout.write(`${JSON.stringify({ level: "info", msg: PROBE_SAYS, needed: heapUsed + arrayBuffers })}\n`);
});
