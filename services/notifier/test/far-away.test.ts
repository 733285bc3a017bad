import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { afterEach, expect, test } from "vitest";
import { send } from "../src/send.ts";

const RECEIVER = `
  const server = require("node:http").createServer((_, response) => response.end());
  server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => console.log(server.address().port));
`;
/** What node itself waits before it goes on to the next address is 250 ms. */
const FAR_MS = 600;
let child: ChildProcess | undefined;
const waiting: Socket[] = [];
afterEach(() => {
  child?.kill("SIGKILL");
  for (const socket of waiting.splice(0)) socket.destroy();
});

/** A receiver that is stopped, its queue of connections full: whoever comes now gets through when it goes on. */
async function stoppedReceiver() {
  const started = spawn(process.execPath, ["-e", RECEIVER], { stdio: ["ignore", "pipe", "inherit"] });
  child = started;
  const [line] = await once(createInterface({ input: started.stdout }), "line");
  const port = Number(line);
  started.kill("SIGSTOP");
  for (let n = 0; n < 2; n++) {
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    waiting.push(socket);
    await once(socket, "connect");
  }
  return { port, goOn: () => started.kill("SIGCONT") };
}

test("a receiver that takes longer to reach than node has patience for is reached, also when its other address leads nowhere", async () => {
  const receiver = await stoppedReceiver();
  const options = { resolve: async () => ["127.0.0.1", "::1"], mayConnect: () => true, limitMs: 15_000 };
  const sent = send({ url: `http://hooks.acme.com:${receiver.port}/`, headers: {}, body: "{}" }, options);
  setTimeout(receiver.goOn, FAR_MS);
  expect(await sent).toEqual({ outcome: "delivered", status: 200 });
});
