import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Room -> what its source may import beside node: and itself. Whatever is not listed is forbidden. First match counts. */
const ours = (...rooms: string[]) => rooms.map((room) => `@token-sentiment/${room}`);
const rules: [room: string, mayImport: string[]][] = [
  ["shared/contract", ["zod"]],
  ["shared/model", [...ours("contract"), "zod"]],
  ["shared/bus", [...ours("contract"), "@nats-io/*"]],
  ["shared/runtime", ["zod", "pino", "prom-client", "@opentelemetry/*", "close-with-grace"]],
  ["shared/engine", [...ours("contract", "bus", "runtime"), "zod", "undici", "cockatiel"]],
  ["shared/evm", [...ours("contract", "engine"), "zod", "viem", "evmole", "solc"]],
  ["shared/client", []],
  ["shared/testing", [...ours("contract", "bus", "runtime", "engine", "local", "sandbox"), "ajv", "vitest", "zod"]],
  ["shared/chaos", [...ours("contract", "bus", "engine", "runtime", "local", "testing"), "zod"]],
  ["shared/evaluation", ["@token-sentiment/*", "zod", "viem", "solc"]],
  ["shared/bench", ["@token-sentiment/*", "undici", "zod", "bullmq", "fastify"]],
  [
    "services/gateway",
    [
      ...ours("contract", "model", "bus", "runtime", "client", "evm"),
      "zod",
      "fastify",
      "@fastify/*",
      "@scalar/*",
      "@noble/hashes",
      "@scure/base",
      "@modelcontextprotocol/sdk",
      "@x402/*",
      "viem",
    ],
  ],
  ["services/aggregator", [...ours("contract", "model", "bus", "runtime"), "zod"]],
  ["services/operator", [...ours("contract", "model", "bus", "runtime", "evm"), "zod"]],
  ["services/provisioner", [...ours("bus", "runtime"), "zod"]],
  ["services/keymaker", [...ours("bus", "runtime"), "zod"]],
  ["services/collector-bluesky", [...ours("contract", "bus", "runtime"), "zod"]],
  ["services/notifier", [...ours("contract", "bus", "runtime"), "zod", "ipaddr.js", "standardwebhooks"]],
  ["services/resolver", [...ours("contract", "bus", "engine", "runtime"), "zod"]],
  [
    "services/sandbox",
    [
      ...ours("contract", "runtime", "evm"),
      "zod",
      "viem",
      "@foundry-rs/*",
      "@uniswap/*",
      "@openzeppelin/*",
      "@solana/*",
      "@solana-program/*",
      "@x402/*",
      "litesvm",
      "ws",
    ],
  ],
  ["services/engine-solana", [...ours("contract", "engine"), "zod", "@solana/*", "litesvm"]],
  ["services/engine-onchain", [...ours("contract", "engine", "evm"), "zod", "viem", "@ponder/utils"]],
  ["services/engine-sybil", [...ours("contract", "engine"), "zod", "unhomoglyph", "afinn-165-financialmarketnews"]],
  ["services/engine-*", [...ours("contract", "engine", "evm"), "zod", "viem", "evmole"]],
  ["deploy/local", [...ours("contract", "bus", "runtime"), "zod", "viem", "@x402/*"]],
  ["deploy/manifests", [...ours("contract", "bus", "local"), "zod", "yaml", "kubernetes-models", "@kubernetes-models/keda"]],
  // What it imports is in the files that it writes.
  ["deploy/scaffold", [...ours("engine", "engine-${name}", "testing"), "zod", "vitest"]],
  ["deploy/grafana", [...ours("contract"), "@grafana/grafana-foundation-sdk"]],
];

const root = new URL("../../../", import.meta.url).pathname;
const sources = globSync("{shared,services,deploy}/*/src/**/*.ts", { cwd: root }).filter((file) => !file.endsWith(".test.ts"));
const text = (file: string) => readFileSync(root + file, "utf8");
const code = (file: string) => text(file).replaceAll(/\/\*\*?[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
const fits = (name: string, pattern: string) => (pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern);
const roomOf = (file: string) => file.split("/").slice(0, 2).join("/");
const packageOf = (specifier: string) =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
const importsOf = (file: string) => [...text(file).matchAll(/(?<!-)\b(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1]!);

function isAllowed(file: string, specifier: string): boolean {
  const room = roomOf(file);
  if (specifier.startsWith(".")) return new URL(specifier, `file:///${file}`).pathname.startsWith(`/${room}/`);
  // What writes the contract's files is run by hand, and nobody loads it.
  const written = room === "shared/contract" && /\/write-[^/]+$/.test(file);
  if (specifier.startsWith("node:")) return room !== "shared/contract" || written;
  if (written && packageOf(specifier) === "ajv") return true;
  const allowed = rules.find(([pattern]) => fits(room, pattern))?.[1] ?? [];
  return allowed.some((pattern) => fits(packageOf(specifier), pattern));
}

test("every room is under a rule", () => {
  const rooms = new Set(sources.map(roomOf));
  expect([...rooms].filter((room) => !rules.some(([pattern]) => fits(room, pattern)))).toEqual([]);
  expect(rooms.size).toBeGreaterThan(10);
});

test("a room imports only what it may, and never another service", () => {
  const strays = sources.flatMap((file) =>
    importsOf(file)
      .filter((specifier) => !isAllowed(file, specifier))
      .map((s) => `${file} imports ${s}`),
  );
  expect(strays).toEqual([]);
});

test("only the contract and the permissions spell a subject, a stream or a durable", () => {
  const spelled =
    /["'`](?:analysis\.(?:request|token|evidence|\*)|\$KV\.|stored\.(?:jobs|evidence)|ANALYSIS["'`]|KV_|aggregator-(?:requests|evidence))/;
  const mayspell = ["shared/contract/src/names.ts", "shared/bus/src/account-imports.ts", "shared/bus/src/permissions.ts"];
  const strays = sources.filter((file) => !mayspell.includes(file) && spelled.test(code(file)));
  expect(strays).toEqual([]);
});

test("only the runtime, the launcher and the command read the environment", () => {
  const strays = sources.filter(
    (file) => !/^(shared\/runtime\/|deploy\/local\/|shared\/client\/src\/main\.ts$)/.test(file) && /process\.env/.test(text(file)),
  );
  expect(strays).toEqual([]);
});

test("a source file stays under 200 lines", () => {
  expect(sources.filter((file) => text(file).split("\n").length > 200)).toEqual([]);
});
