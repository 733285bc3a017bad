import { type Bus, brokerStatus, readPoison } from "@token-sentiment/bus";

/** How full every stream is, and how far every consumer is behind; `waiting` 0 = nobody works it. Throws like `writeFact`. */
export async function status(bus: Bus): Promise<string[]> {
  const { streams, consumers } = await brokerStatus(bus);
  const share = (bytes: number, most: number): string => (most > 0 ? `${Math.round((100 * bytes) / most)} %` : "-");
  return [
    ["stream", "messages", "bytes", "full"].join("\t"),
    ...streams.map(({ name, messages, bytes, maxBytes }) => [name, messages, bytes, share(bytes, maxBytes)].join("\t")),
    "",
    ["consumer", "pending", "held", "redelivered", "waiting"].join("\t"),
    ...consumers.map(({ durable, pending, held, redelivered, waiting }) => [durable, pending, held, redelivered, waiting].join("\t")),
    "",
    `given up in the last 7 days: ${(await readPoison(bus)).length}`,
  ];
}
