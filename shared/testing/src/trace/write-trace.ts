/** `npm run trace`: runs everything, records the trace of one analysis as a collector gets it, and draws it into docs/pictures/trace.svg. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startConstellation } from "@token-sentiment/local";
import { client } from "../client.ts";
import { drawTrace } from "./draw-trace.ts";
import { type CollectedSpan, collectSpans } from "./span-collector.ts";

const PICTURE = new URL("../../../../docs/pictures/trace.svg", import.meta.url);
/** Sent every fifth of a second here, and every 5 s by default. */
const SENT_WITHIN_MS = 20_000;
const SYMBOL = "HIVE";

await using stack = new AsyncDisposableStack();
const collector = stack.use(await collectSpans());
const dataDir = await mkdtemp(join(tmpdir(), "tsa-trace-"));
stack.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 3 }));
const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: "1", OTEL_BSP_SCHEDULE_DELAY: "200" };
const all = stack.use(await startConstellation({ dataDir, env }));
const agent = client(() => all.url, all.key);
const examples = await agent.examples();
const bodyOf = ({ coin_symbol, contract_address, chain_id }: (typeof examples)[number]) => ({ coin_symbol, contract_address, chain_id });
// Not the first ones: a service's first analysis also opens its connections.
for (const example of examples.slice(0, 3)) await agent.untilFinal(await agent.submit(bodyOf(example)));
const [example] = examples.filter(({ coin_symbol }) => coin_symbol === SYMBOL);
if (!example) throw new Error(`the sandbox has no ${SYMBOL}`);
const job = await agent.submit({ ...bodyOf(example), coin_symbol: `${SYMBOL}2` });
await agent.untilFinal(job);

const traceOf = (): CollectedSpan[] => {
  const isOfJob = ({ attributes }: CollectedSpan): boolean => attributes["messaging.message.conversation_id"] === job.job_id;
  const traceId = collector.spans.find(isOfJob)?.traceId;
  return collector.spans.filter((span) => span.traceId === traceId);
};
const ENDS = ["POST /api/agent", "process $KV.jobs"];
const isWhole = (spans: CollectedSpan[]): boolean => {
  const [sent, told] = ["publish analysis.evidence", "process analysis.request"].map(
    (name) => spans.filter((span) => span.name === name).length,
  );
  return ENDS.every((name) => spans.some((span) => span.name === name)) && told === (sent ?? 0) + 1;
};
for (const until = Date.now() + SENT_WITHIN_MS; !isWhole(traceOf()) && Date.now() < until;) await delay(250);
const spans = traceOf();
await writeFile(
  PICTURE,
  drawTrace(spans, `One analysis of ${example.coin_symbol} in the sandbox, from the POST to its verdict: ${spans.length} spans`),
);
process.stdout.write(`${spans.length} spans of ${new Set(spans.map(({ service }) => service)).size} services in docs/pictures/trace.svg\n`);
