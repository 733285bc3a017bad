import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";

const pack = promisify(gzip);

/** The page's own policy: its script from here, its one inline script by hash, and no request to anywhere else. */
function policyOf(html: string): string {
  const hashes = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`,
  );
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The pages as an application of their own. */
async function openPages(): Promise<FastifyInstance> {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  const pages = Fastify();
  let packed: Promise<Buffer> | undefined;
  pages.addHook("onSend", async (request, reply, payload) => {
    if (typeof payload !== "string") return payload;
    if (reply.getHeader("content-type")?.toString().startsWith("text/html")) {
      reply.header("content-security-policy", policyOf(payload)).header("cache-control", "no-cache");
      // Without an icon of its own a browser asks for one that is not there.
      return payload.replace("<head>", '<head>\n    <link rel="icon" href="data:," />');
    }
    if (!request.url.endsWith(".js")) return payload;
    reply.header("cache-control", "public, max-age=86400").header("vary", "Accept-Encoding");
    if (!/\bgzip\b/.test(request.headers["accept-encoding"] ?? "")) return payload;
    packed ??= pack(payload);
    reply.header("content-encoding", "gzip").removeHeader("content-length");
    return await packed;
  });
  await pages.register(scalar, {
    routePrefix: "/docs",
    configuration: {
      url: "/openapi.json",
      pageTitle: "Token sentiment API",
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: "never",
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  return pages;
}

/** Headers that belong to the connection, or that whoever sends the answer adds. */
const own: ReadonlySet<string> = new Set(["connection", "date", "content-length", "transfer-encoding", "keep-alive"]);

/**
 * `GET /docs`: the reference for people, drawn from /openapi.json by a script that is served from here. Nothing is asked of another host. What
 * draws it is loaded with the first who asks: it weighs 30 MiB.
 */
export function registerReference(app: FastifyInstance): void {
  let pages: Promise<FastifyInstance> | undefined;
  const show = async ({ url, headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const encoding = headers["accept-encoding"];
    const asked = { url, headers: typeof encoding === "string" ? { "accept-encoding": encoding } : {} };
    const { statusCode, headers: told, rawPayload } = await (await (pages ??= openPages())).inject(asked);
    if (statusCode === 404) {
      reply.callNotFound();
      return reply;
    }
    for (const [name, value] of Object.entries(told)) if (!own.has(name)) reply.header(name, value);
    return reply.code(statusCode).send(rawPayload);
  };
  app.get("/docs", show);
  app.get("/docs/*", show);
}
