import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { type Frame, natsFrames } from "./nats-frames.ts";

/** A loss that goes on until it is disposed. */
export interface Loss extends Disposable {
  /** How many operations were lost so far. */
  readonly lost: number;
}

/** A network between clients and a broker on which things go wrong. `role` picks connections by who opened them; all when omitted. */
export interface NatsProxy extends AsyncDisposable {
  /** The broker, by this way. */
  url: string;
  /** How many connections there are. */
  connections(): number;
  /** How many subscriptions they have. */
  subscriptions(): number;
  /** Ends connections, as a network or a load balancer does. Who lost one may come back at once. */
  sever(role?: string): void;
  /** Holds everything back, both ways, until disposed: connections stay, nothing is lost, all of it is late. */
  stall(role?: string): Disposable;
  /** Loses what clients publish to subjects that begin with `prefix`. */
  losePublished(prefix: string, role?: string): Loss;
  /** Loses what the broker delivers on subjects that begin with `prefix`. */
  loseDelivered(prefix: string, role?: string): Loss;
  /** Lets such publishes through, and loses what the broker answers. */
  loseAnswers(prefix: string, role?: string): Loss;
}

interface Rule {
  prefix: string;
  role: string | undefined;
  loses: "published" | "delivered" | "answers";
  lost: number;
}

interface Way {
  role: string;
  client: Socket;
  broker: Socket;
  /** Reply subjects whose messages are lost, with the rule that says so. */
  unheard: Map<string, Rule>;
  /** The ids of its subscriptions. */
  subscriptions: Set<string>;
}

/** Opens one to the broker at `url`. */
export async function openNatsProxy(url: string): Promise<NatsProxy> {
  const { hostname, port } = new URL(url);
  const ways = new Set<Way>();
  const rules = new Set<Rule>();
  const stalls = new Set<{ role: string | undefined }>();
  const isOf = (role: string | undefined, way: Way): boolean => role === undefined || role === way.role;
  const isStalled = (way: Way): boolean => [...stalls].some(({ role }) => isOf(role, way));

  const ruleOf = (way: Way, subject: string, isMeant: (rule: Rule) => boolean): Rule | undefined =>
    [...rules].find((rule) => subject.startsWith(rule.prefix) && isOf(rule.role, way) && isMeant(rule));

  const passesUp = (way: Way, { words }: Frame): boolean => {
    const [operation = "", subject = "", reply = ""] = words;
    if (operation === "CONNECT") way.role = /"name":"([^"]*)"/.exec(words.join(" "))?.[1] ?? "";
    if (operation === "SUB") way.subscriptions.add(words.findLast((word) => word !== "") ?? "");
    if (operation === "UNSUB") way.subscriptions.delete(subject);
    if (operation !== "PUB" && operation !== "HPUB") return true;
    const rule = ruleOf(way, subject, ({ loses }) => loses !== "delivered");
    if (rule?.loses === "answers") way.unheard.set(reply, rule);
    if (rule?.loses !== "published") return true;
    rule.lost++;
    return false;
  };
  const passesDown = (way: Way, { words }: Frame): boolean => {
    const [operation = "", subject = ""] = words;
    if (operation !== "MSG" && operation !== "HMSG") return true;
    const rule = way.unheard.get(subject) ?? ruleOf(way, subject, ({ loses }) => loses === "delivered");
    if (!rule) return true;
    way.unheard.delete(subject);
    rule.lost++;
    return false;
  };

  const server = createServer((client) => {
    const way: Way = { role: "", client, broker: connect(Number(port), hostname), unheard: new Map(), subscriptions: new Set() };
    ways.add(way);
    const leave = (): void => {
      ways.delete(way);
      client.destroy();
      way.broker.destroy();
    };
    const follow = (from: Socket, to: Socket, passes: (way: Way, frame: Frame) => boolean): void => {
      const framesOf = natsFrames();
      from.on("data", (chunk: Buffer) => {
        // In one write to the network, as they came.
        to.cork();
        for (const frame of framesOf(chunk)) if (passes(way, frame)) to.write(frame.bytes);
        to.uncork();
        if (isStalled(way)) from.pause();
      });
      from.on("error", leave).on("close", leave);
    };
    follow(client, way.broker, passesUp);
    follow(way.broker, client, passesDown);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  const lose = (prefix: string, role: string | undefined, loses: Rule["loses"]): Loss => {
    const rule: Rule = { prefix, role, loses, lost: 0 };
    rules.add(rule);
    return {
      get lost() {
        return rule.lost;
      },
      [Symbol.dispose]: () => void rules.delete(rule),
    };
  };
  const each = (role: string | undefined, run: (way: Way) => void): void => {
    for (const way of ways) if (isOf(role, way)) run(way);
  };
  const sever = (role?: string): void =>
    each(role, ({ client, broker }) => {
      client.destroy();
      broker.destroy();
    });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on TCP
  const own = (server.address() as AddressInfo).port;
  return {
    url: `nats://127.0.0.1:${own}`,
    connections: () => ways.size,
    subscriptions: () => [...ways].reduce((sum, way) => sum + way.subscriptions.size, 0),
    sever,
    stall(role) {
      const stalled = { role };
      stalls.add(stalled);
      each(role, ({ client, broker }) => {
        client.pause();
        broker.pause();
      });
      return {
        [Symbol.dispose]() {
          stalls.delete(stalled);
          each(undefined, (way) => {
            if (isStalled(way)) return;
            way.client.resume();
            way.broker.resume();
          });
        },
      };
    },
    losePublished: (prefix, role) => lose(prefix, role, "published"),
    loseDelivered: (prefix, role) => lose(prefix, role, "delivered"),
    loseAnswers: (prefix, role) => lose(prefix, role, "answers"),
    async [Symbol.asyncDispose]() {
      sever();
      server.close();
      await once(server, "close");
    },
  };
}
