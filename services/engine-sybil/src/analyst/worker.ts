import { parentPort } from "node:worker_threads";
import type { Sample } from "../sample.ts";
import { judge } from "./judge.ts";

/** Assesses samples off the main thread: one in, one out. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.on("message", (sample: Sample) => parentPort?.postMessage(judge(sample)));
