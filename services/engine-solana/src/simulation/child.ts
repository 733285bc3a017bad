import { Simulation } from "./protocol.ts";
import { tryTransfers } from "./transfer.ts";

/** Tries transfers in a process of its own: one mint in, one answer out. Ends with its parent. */
process.on("message", (message) => void answer(message));
process.on("disconnect", () => process.exit());
process.send?.("ready");

async function answer(message: unknown): Promise<void> {
  try {
    process.send?.(await tryTransfers(Simulation.parse(message)));
  } catch {
    process.send?.(null);
  }
}
