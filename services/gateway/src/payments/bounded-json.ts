/** An answer in time and in size. */
export interface JsonAnswer {
  status: number;
  /** Undefined when it is no JSON. */
  value: unknown;
}

/** What a question may take. */
export interface Bounds {
  ms: number;
  /** Of the answer's body. */
  maxBytes: number;
}

/** Posts JSON and reads JSON; redirects are not followed. Rejects when nothing, or too much, comes in time. */
export async function postJson(url: string, body: unknown, { ms, maxBytes }: Bounds): Promise<JsonAnswer> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(body),
    redirect: "error",
    signal: AbortSignal.timeout(ms),
  });
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > maxBytes) throw new Error(`an answer of more than ${maxBytes} bytes`);
    parts.push(part);
  }
  return { status: response.status, value: jsonOf(Buffer.concat(parts).toString()) };
}

/** The JSON that a text is, or undefined. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
