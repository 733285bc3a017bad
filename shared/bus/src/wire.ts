import {
  ClosedConnectionError,
  createInbox,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
  NoRespondersError,
  TimeoutError,
} from "@nats-io/transport-node";

/** What goes with a message. */
interface SendOptions {
  reply?: string;
  headers?: MsgHdrs;
}

/**
 * Sends and asks on one connection. All that is sent in one turn of the event loop leaves in one write, and all questions share one
 * subscription and one timer: the client's own `request` makes three errors with their stacks for every answer (@nats-io/nats-core 3.4.0).
 */
export interface Wire {
  /** Sends at the end of this turn of the event loop; a connection that is closed by then drops it. */
  send(subject: string, data: string, options?: SendOptions): void;
  /** Sends with whatever is sent next, after 25 ms at the latest: for what nobody waits for. */
  sendAlong(subject: string, data: string): void;
  /** Sends what waits to be sent, now. */
  flush(): void;
  /** The answer. Rejects with TimeoutError, NoRespondersError, ClosedConnectionError, or what `refuse` was given. */
  ask(subject: string, data: string, options: { headers?: MsgHdrs; timeoutMs: number }): Promise<Msg>;
  /** Ends the questions on a subject that the broker does not let this role use. */
  refuse(subject: string, error: Error): void;
}

interface Question {
  subject: string;
  due: number;
  resolve(answer: Msg): void;
  reject(error: Error): void;
}

interface Outgoing {
  subject: string;
  data: string;
  options: SendOptions | undefined;
  question: Question | undefined;
}

const SWEEP_MS = 50;
const ALONG_MS = 25;

/** Opens the wire of a connection; it closes with it. */
export function openWire(nc: NatsConnection, inboxPrefix: string): Wire {
  const inbox = `${createInbox(inboxPrefix)}.`;
  const asked = new Map<string, Question>();
  let outgoing: Outgoing[] = [];
  let flushing = false;
  let along: NodeJS.Timeout | undefined;
  let count = 0;
  let sweeping: NodeJS.Timeout | undefined;

  const end = (token: string, question: Question, error: Error): void => {
    if (asked.delete(token)) question.reject(error);
  };
  const sweep = (): void => {
    const now = performance.now();
    for (const [token, question] of asked) if (question.due <= now) end(token, question, new TimeoutError());
    sweeping = asked.size > 0 ? setTimeout(sweep, SWEEP_MS) : undefined;
  };
  nc.subscribe(`${inbox}*`, {
    callback: (error, message) => {
      // What the broker refuses comes by the connection's status too.
      if (error) return;
      const token = message.subject.slice(inbox.length);
      const question = asked.get(token);
      if (!question) return;
      asked.delete(token);
      const nobody = message.data.length === 0 && message.headers?.code === 503;
      if (nobody) question.reject(new NoRespondersError(question.subject));
      else question.resolve(message);
    },
  });
  const closed = (): void => {
    for (const [token, question] of asked) end(token, question, new ClosedConnectionError());
  };
  nc.closed().then(closed, closed);

  const flush = (): void => {
    const batch = outgoing;
    outgoing = [];
    flushing = false;
    clearTimeout(along);
    along = undefined;
    for (const { subject, data, options, question } of batch) {
      try {
        nc.publish(subject, data, options);
      } catch (error) {
        question?.reject(error instanceof Error ? error : new Error(String(error), { cause: error }));
      }
    }
  };
  const put = (one: Outgoing): void => {
    outgoing.push(one);
    if (flushing) return;
    flushing = true;
    setImmediate(flush);
  };

  return {
    send: (subject, data, options) => put({ subject, data, options, question: undefined }),
    sendAlong(subject, data) {
      outgoing.push({ subject, data, options: undefined, question: undefined });
      along ??= setTimeout(flush, ALONG_MS);
    },
    flush,
    ask(subject, data, { headers, timeoutMs }) {
      const { promise, resolve, reject } = Promise.withResolvers<Msg>();
      const token = (count++).toString(36);
      const question = { subject, due: performance.now() + timeoutMs, resolve, reject };
      asked.set(token, question);
      put({ subject, data, options: { reply: inbox + token, ...(headers && { headers }) }, question });
      sweeping ??= setTimeout(sweep, SWEEP_MS);
      return promise;
    },
    refuse(subject, error) {
      for (const [token, question] of asked) if (question.subject === subject) end(token, question, error);
    },
  };
}
