import type { FastifyInstance, FastifyRequest } from "fastify";
import { answering, type Answering } from "../answer.ts";
import { ApiError } from "../errors.ts";
import { consoleFiles } from "./console-files.ts";
import { consolePage } from "./console-page.ts";

type Asked = FastifyRequest<{ Params: { room: string; file: string } }>;

/** All of the console, as it is sent. */
function pack() {
  const files = consoleFiles();
  return { files, ...consolePage(files.keys()) };
}

/**
 * `GET /` and what it loads: the console for people. Read and packed once, for the first who asks: stripping its types takes some 60 ms and
 * 20 MiB, which a gateway that serves programs alone never pays. Nothing of another host is asked for.
 */
export function getConsole(app: FastifyInstance, options: Answering): void {
  let packed: ReturnType<typeof pack> | undefined;
  const site = () => (packed ??= pack());
  app.get(
    "/",
    answering("GET /", options, async (_request, reply) => {
      const { html, policy } = site();
      reply.header("content-security-policy", policy).header("cache-control", "no-cache").type("text/html; charset=utf-8").send(html);
    }),
  );
  app.get(
    "/console/:room/:file",
    answering<Asked>("GET /console/{room}/{file}", options, async ({ params, headers }, reply) => {
      const found = site().files.get(`${params.room}/${params.file}`);
      if (!found) throw new ApiError("not_found");
      reply.header("cache-control", "no-cache").header("etag", found.etag).header("vary", "Accept-Encoding").type(found.type);
      if (headers["if-none-match"] === found.etag) return void reply.code(304).send();
      if (!/\bgzip\b/.test(headers["accept-encoding"] ?? "")) return void reply.send(found.body);
      reply.header("content-encoding", "gzip").send(found.gzipped);
    }),
  );
}
