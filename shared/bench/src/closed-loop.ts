import { Agent } from "undici";
import type { Side } from "./side.ts";
import { type Client, type LoadResult, nothingSeen, submitAndWait, type Waiting } from "./submit-and-wait.ts";

/** `clients` at once, each submitting a token of its own, waiting for the verdict and submitting the next, for `forMs`. */
export async function closedLoop(
  side: Side,
  { clients, forMs, waiting }: { clients: number; forMs: number; waiting: Waiting },
): Promise<LoadResult> {
  await using stack = new AsyncDisposableStack();
  const dispatcher = new Agent({ connections: clients, pipelining: 1 });
  stack.defer(() => dispatcher.close());
  const seen = nothingSeen();
  const begin = performance.now();
  const over = (): boolean => performance.now() - begin > forMs;
  const loop = async (client: Client): Promise<void> => {
    while (!over()) await submitAndWait(client);
  };
  const urlOf = (index: number): string => side.urls[index % side.urls.length] ?? "";
  await Promise.all(Array.from({ length: clients }, (_, index) => loop({ side, url: urlOf(index), dispatcher, waiting, seen, over })));
  seen.elapsedMs = performance.now() - begin;
  return seen;
}
