/** One server-sent event. */
interface Event {
  event: string;
  id: number;
  data: any;
}

/** Opens a stream; `next` answers its next event, undefined at its end. */
export async function openStream(url: string, lastEventId?: string) {
  const left = new AbortController();
  const headers = { accept: "text/event-stream", ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }) };
  const response = await fetch(url, { headers, signal: left.signal });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const next = async (): Promise<Event | undefined> => {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end >= 0) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1] ?? "";
        if (!block.includes("event:")) continue;
        return { event: field("event"), id: Number(field("id")), data: JSON.parse(field("data")) };
      }
      const { done, value } = await reader.read();
      if (done) return undefined;
      text += value;
    }
  };
  const rest = async (): Promise<Event[]> => {
    const events: Event[] = [];
    for (let event = await next(); event; event = await next()) events.push(event);
    return events;
  };
  return { response, next, rest, leave: () => left.abort() };
}
