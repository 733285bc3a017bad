/** One server-sent event. */
export interface StreamEvent {
  event: string;
  id: string;
  data: string;
}

/** The events of a body, as they come; comments (heartbeats) are told as undefined, so that silence can be told from life. */
export async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent | undefined> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = "";
  let next: StreamEvent = { event: "message", id: "", data: "" };
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r/);
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line.startsWith(":")) yield undefined;
        else if (line === "") {
          if (next.data !== "") yield next;
          next = { event: "message", id: next.id, data: "" };
        } else next = withField(next, line);
      }
    }
  } finally {
    // Whoever stops listening hangs up.
    await reader.cancel().catch(() => undefined);
  }
}

function withField(event: StreamEvent, line: string): StreamEvent {
  const [, field = "", value = ""] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
  if (field === "event") return { ...event, event: value };
  if (field === "id") return { ...event, id: value };
  if (field === "data") return { ...event, data: event.data === "" ? value : `${event.data}\n${value}` };
  return event;
}
