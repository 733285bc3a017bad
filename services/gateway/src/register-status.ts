import { durables, streams } from "@token-sentiment/contract";
import { type Bucket, consumerLoad } from "@token-sentiment/bus";
import type { FastifyInstance } from "fastify";
import { answering } from "./answer.ts";
import type { AppContext } from "./context.ts";
import { within } from "./deadline.ts";
import { lookUntilWorked } from "./look-until-worked.ts";
import { createStatus } from "./status.ts";

/** How long a look at the broker may take. */
const LOOK_MS = 2000;

/** `GET /status`: what works now, from the queue and from presence. 200 whatever it says: the answer itself is whole. */
export function registerStatus(app: FastifyInstance, context: AppContext, bucket: Pick<Bucket, "list">): void {
  const { bus, clock } = context;
  const load = () => lookUntilWorked(() => consumerLoad(bus, streams.analysis, durables.requests));
  const status = createStatus({
    load: () => within(LOOK_MS, load()),
    presence: () =>
      within(
        LOOK_MS,
        bucket.list("").then((entries) => entries.map(({ value }) => value)),
      ),
    now: () => clock.now(),
  });
  app.get(
    "/status",
    answering("GET /status", context, async (_request, reply) => {
      reply.header("cache-control", "public, max-age=1").send(await status());
    }),
  );
}
