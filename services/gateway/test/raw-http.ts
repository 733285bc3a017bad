import { connect } from "node:net";

/** One answer as it came over the wire. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  /** Undefined when none came. */
  body: string | undefined;
}

const CRLF = "\r\n";

/** The bytes of a chunked body and what follows it, or undefined when it is cut short. */
function unchunk(text: string): { body: string; rest: string } | undefined {
  let body = "";
  for (let rest = text; ;) {
    const end = rest.indexOf(CRLF);
    const size = Number.parseInt(rest.slice(0, Math.max(0, end)), 16);
    if (end < 0 || !Number.isSafeInteger(size) || rest.length < end + size + 4) return undefined;
    body += rest.slice(end + 2, end + 2 + size);
    rest = rest.slice(end + size + 4);
    if (size === 0) return { body, rest };
  }
}

/** The final answers in what a server sent, in order; a success that is cut off by what the client sent after it is left out. @throws Error for bytes that are no HTTP answer. */
export function parseAnswers(bytes: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = bytes.toString("latin1"); rest !== "";) {
    const end = rest.indexOf(CRLF + CRLF);
    const [first = "", ...lines] = rest.slice(0, end < 0 ? undefined : end).split(CRLF);
    const status = Number(/^HTTP\/1\.[01] (\d{3}) /.exec(`${first} `)?.[1]);
    if (end < 0 || !status) throw new Error(`not an answer: ${JSON.stringify(rest.slice(0, 200))}`);
    const headers = Object.fromEntries(lines.map((line) => [line.split(":")[0]!.toLowerCase(), line.replace(/^[^:]*:\s*/, "")]));
    rest = rest.slice(end + 4);
    let body: string | undefined;
    // After a HEAD the lengths are those of a body that is not there.
    if (rest !== "" && !rest.startsWith("HTTP/1.") && status >= 200 && status !== 304 && status !== 204) {
      if (headers["transfer-encoding"]?.includes("chunked")) {
        const whole = unchunk(rest);
        if (!whole && status < 400) break;
        if (!whole) throw new Error("a chunked answer is cut short");
        ({ body, rest } = whole);
      } else {
        const length = Number(headers["content-length"] ?? rest.length);
        if (rest.length < length && status < 400) break;
        if (rest.length < length) throw new Error("an answer is cut short");
        body = rest.slice(0, length);
        rest = rest.slice(length);
      }
    }
    if (status >= 200) answers.push({ status, headers, body: body && Buffer.from(body, "latin1").toString("utf8") });
  }
  return answers;
}

/** Sends bytes and resolves to all that came back once the server has closed the connection. */
export function exchange(port: number, bytes: Buffer): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const received: Buffer[] = [];
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: false });
  socket.on("data", (chunk) => void received.push(chunk));
  // A server that hangs up before it has read everything resets the connection.
  socket.on("error", () => undefined).on("close", () => resolve(Buffer.concat(received)));
  socket.write(bytes);
  return promise;
}
