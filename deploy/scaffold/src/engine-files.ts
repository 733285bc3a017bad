/** The names of a new engine in its files. */
interface Names {
  /** `funding-rate`. */
  name: string;
  /** `fundingRate`. */
  variable: string;
  /** `ENGINE_FUNDING_RATE_URL`. */
  setting: string;
}

/** How an engine's name is written in code and settings. */
const namesOf = (name: string): Names => ({
  name,
  variable: name.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
  setting: `ENGINE_${name.toUpperCase().replaceAll("-", "_")}_URL`,
});

const json = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;

const packageJson = ({ name }: Names) =>
  json({
    name: `@token-sentiment/engine-${name}`,
    version: "0.0.0",
    private: true,
    type: "module",
    exports: "./src/index.ts",
    dependencies: { "@token-sentiment/engine": "*", zod: "4.6.7" },
    devDependencies: { "@token-sentiment/bus": "*", "@token-sentiment/contract": "*", "@token-sentiment/testing": "*" },
  });

const definition = ({
  name,
  variable,
  setting,
}: Names) => `import { defineEngine, observeRules, RejectedError, sourceUrl } from "@token-sentiment/engine";
import { z } from "zod";
import { Facts } from "./facts.ts";
import { rules } from "./rules.ts";

const SECOND = 1000;

/** What the source of ${name} says about a contract. Without a source there is nothing to ask, which costs no job anything. */
export const ${variable} = defineEngine({
  name: "${name}",
  timeoutMs: 10 * SECOND,
  cacheMs: 60 * SECOND,
  needsContract: true,
  config: z.object({ ${setting}: sourceUrl("the source of ${name}") }),
  open: ({ config, upstream }) => {
    const baseUrl = config.${setting};
    const source = baseUrl === "" ? undefined : upstream("${name}", { baseUrl, budget: { calls: 30, perMs: 60 * SECOND } });
    return async ({ contract_address }, { signal, now }) => {
      if (!source) throw new RejectedError("no source of ${name} is configured");
      const facts = await source.request(Facts, { path: \`/tokens/\${contract_address}\`, signal });
      return { signals: observeRules(rules, facts, { observedAt: now() }) };
    };
  },
});
`;

const facts = () => `import { z } from "zod";

/** What the source answers about a token; other members are ignored. */
export const Facts = z.object({
  /** The share of the supply that one holder has, 0..1. */
  largest_holder_share: z.number().min(0).max(1),
});
export type Facts = z.infer<typeof Facts>;
`;

const rules = ({ name }: Names) => `import { rule } from "@token-sentiment/engine";
import type { Facts } from "./facts.ts";

const LARGE = 0.5;
const percent = (share: number): string => \`\${(share * 100).toFixed(1)} %\`;
const nothing = { real_crash: 0, false_fud: 0, whale_manipulation: 0 };
const about = { label: "MARKET", group: "holder", source: "${name}", values: ({ largest_holder_share: share }: Facts) => ({ share }) } as const;

/** A row is a sentence for people and log-weights for the model. */
export const rules = [
  rule(
    "one_large_holder",
    { ...about, severity: 1, reliability: 0.7 },
    (facts: Facts) => facts.largest_holder_share >= LARGE,
    (facts) => \`one holder has \${percent(facts.largest_holder_share)} of the supply\`,
    { real_crash: 0.3, false_fud: -0.2, whale_manipulation: 0.6 },
  ),
  rule(
    "no_large_holder",
    { ...about, status: "clear" },
    (facts: Facts) => facts.largest_holder_share < LARGE,
    (facts) => \`no holder has more than \${percent(facts.largest_holder_share)} of the supply\`,
    nothing,
  ),
];
`;

const rulesTest = () => `import { readFileSync } from "node:fs";
import { observeRules } from "@token-sentiment/engine";
import { expect, test } from "vitest";
import { Facts } from "./facts.ts";
import { rules } from "./rules.ts";

const recorded = Facts.parse(JSON.parse(readFileSync(new URL("../fixtures/token.json", import.meta.url), "utf8")));
const said = (facts: Facts) => observeRules(rules, facts, { observedAt: 0 }).map(({ code, status }) => \`\${code}: \${status}\`);

test("the recorded token has one large holder", () => {
  expect(said(recorded)).toEqual(["one_large_holder: hit"]);
});

test("a token without one is clear of it", () => {
  expect(said({ largest_holder_share: 0.1 })).toEqual(["no_large_holder: clear"]);
});
`;

const serviceTest = ({ name, variable, setting }: Names) => `import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { ${variable} } from "@token-sentiment/engine-${name}";
import { answersOf } from "@token-sentiment/testing";
import { expect, test } from "vitest";

const recorded = readFileSync(new URL("../fixtures/token.json", import.meta.url), "utf8");

test("the engine answers a request on the broker with what its source says", async () => {
  const source = createServer((_, response) => void response.writeHead(200, { "content-type": "application/json" }).end(recorded));
  await once(source.listen(0, "127.0.0.1"), "listening");
  await using _ = { [Symbol.asyncDispose]: async () => void source.close() };
  const { port } = source.address() as AddressInfo;
  const [evidence] = await answersOf(${variable}, { ${setting}: \`http://127.0.0.1:\${port}\` }, [{ chain_id: "1" }]);
  expect(evidence).toMatchObject({ engine: "${name}", outcome: "observed" });
  expect(evidence?.signals.map(({ code }) => code)).toEqual(["one_large_holder"]);
});

test("without a source there is nothing to ask", async () => {
  const [evidence] = await answersOf(${variable}, {}, [{ chain_id: "1" }]);
  expect(evidence).toMatchObject({ outcome: "not_applicable", signals: [] });
});
`;

/** The files of a new engine, by their path below its room. */
export function engineFiles(name: string): Record<string, string> {
  const names = namesOf(name);
  const { variable } = names;
  return {
    "package.json": packageJson(names),
    "fixtures/token.json": json({ largest_holder_share: 0.62 }),
    "src/facts.ts": facts(),
    "src/rules.ts": rules(names),
    "src/rules.test.ts": rulesTest(),
    [`src/${name}.ts`]: definition(names),
    "src/index.ts": `export { ${variable} } from "./${name}.ts";\n`,
    "src/main.ts": `import { serve } from "@token-sentiment/engine";\nimport { ${variable} } from "./${name}.ts";\n\nawait serve(${variable});\n`,
    "test/service.test.ts": serviceTest(names),
  };
}
