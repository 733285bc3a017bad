import { once } from "node:events";
import { connect } from "node:net";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { closeUnused } from "./close-unused.ts";

test("a connection that asks nothing does not hold up a close, and a request under way is answered", async () => {
  const app = Fastify({ keepAliveTimeout: 100 });
  closeUnused(app);
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: go, resolve: answer } = Promise.withResolvers<void>();
  app.get("/", async () => {
    ask();
    await go;
    return "answered";
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const silent = connect(Number(new URL(url).port), "127.0.0.1");
  await once(silent, "connect");
  silent.resume();
  const response = fetch(url);
  await asked;
  const hungUp = once(silent, "close");
  const closed = app.close();
  await hungUp;
  answer();
  expect(await (await response).text()).toBe("answered");
  await closed;
}, 5000);
