import { readFileSync } from "node:fs";
import Fastify from "fastify";

// The least that answers a poll over HTTP: `node bare-fastify.ts <file with the body>`.
const body = readFileSync(process.argv[2] ?? "", "utf8");
const app = Fastify();
app.get("/api/agent/:job_id", async (_request, reply) => reply.type("application/json; charset=utf-8").send(body));
await app.listen({ host: "127.0.0.1", port: 0 });
const address = app.server.address();
process.stdout.write(`ready ${typeof address === "object" ? address?.port : ""}\n`);
