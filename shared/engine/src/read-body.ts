import { UpstreamFailure } from "./upstream-failure.ts";

/** Reads a body up to `maxBytes`; one byte more and the stream is destroyed. @throws UpstreamFailure `too_large`. */
export async function readBody(body: AsyncIterable<Uint8Array> & { destroy(): unknown }, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) {
      body.destroy();
      throw new UpstreamFailure("too_large", `sent more than ${Math.floor(maxBytes / 1024)} KiB`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
