import { readFile, rename, writeFile } from "node:fs/promises";
import { isHex, type TestActions } from "viem";

/**
 * Brings the chain of the last run back from `file`; false when there is none yet. Money that was paid stays paid over restarts, as the
 * records of it do.
 */
export async function restoreChain(node: Pick<TestActions, "loadState">, file: string): Promise<boolean> {
  const state = await readFile(file, "utf8").catch(() => undefined);
  if (state === undefined) return false;
  if (!isHex(state)) throw new Error(`the payment chain cannot be restored: ${file} holds no state; delete it, and a new chain begins`);
  await node.loadState({ state });
  return true;
}

/** Saves the chain to `file`, whole or not at all. What resolves after a call holds what was mined before it; calls that wait share a save. */
export function chainSaver(node: Pick<TestActions, "dumpState">, file: string): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  const save = async (): Promise<void> => {
    await running.catch(() => undefined);
    [running, waiting] = [waiting ?? running, undefined];
    await writeFile(`${file}.new`, await node.dumpState());
    await rename(`${file}.new`, file);
  };
  return () => (waiting ??= save());
}
