import { Example } from "@token-sentiment/contract";
import { type SandboxSolana, startSolana, startWeb, type Web } from "@token-sentiment/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";

let sandbox: SandboxSolana;
let web: Web;
beforeAll(async () => {
  sandbox = await startSolana();
  web = await startWeb([sandbox.provider, sandbox.rugcheck, sandbox.goplus]);
});
afterAll(async () => {
  await web[Symbol.asyncDispose]();
  await sandbox[Symbol.asyncDispose]();
});

const mintOf = (symbol: string) => sandbox.world.find(({ coin_symbol }) => coin_symbol === symbol)?.contract_address ?? "";
async function rpc(path: string, calls: object): Promise<{ status: number; json: unknown }> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${web.urlOf("solana")}${path}`, { method: "POST", headers, body: JSON.stringify(calls) });
  return { status: response.status, json: await response.json() };
}
const call = (method: string, ...params: unknown[]) => ({ jsonrpc: "2.0", id: 7, method, params });

test("accounts come in the node's own shape, one by one, many at once and in batches", async () => {
  const one = await rpc("", call("getAccountInfo", mintOf("BRIAR"), { encoding: "base64" }));
  expect(one.json).toMatchObject({
    id: 7,
    result: {
      context: { slot: 361_000_000 },
      value: { owner: "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA", space: 82, data: [expect.any(String), "base64"] },
    },
  });
  const many = call("getMultipleAccounts", [mintOf("TITHE"), "So11111111111111111111111111111111111111113"], {
    encoding: "base64",
    dataSlice: { offset: 0, length: 0 },
  });
  const { json } = await rpc("/publicnode", [many, call("getEpochInfo")]);
  expect(json).toMatchObject([
    { result: { value: [{ owner: "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb", data: ["", "base64"] }, null] } },
    { result: { epoch: 835, slotsInEpoch: 432_000 } },
  ]);
});

test("whoever asks for holders is refused, as each public operator refuses", async () => {
  expect(await rpc("", call("getTokenLargestAccounts", mintOf("BRIAR")))).toMatchObject({ status: 429, json: { error: { code: 429 } } });
  expect(await rpc("/publicnode", call("getTokenLargestAccounts", mintOf("BRIAR")))).toMatchObject({
    status: 200,
    json: { error: { code: -32_602, message: "Request blocked" } },
  });
  expect((await rpc("", call("getProgramAccounts", mintOf("BRIAR")))).json).toMatchObject({ error: { code: -32_010 } });
});

test("a node that takes money tells the largest holders, and the pool of a token stands where it is looked for", async () => {
  const { json } = await rpc("/keyed", call("getTokenLargestAccounts", mintOf("BRIAR")));
  const Largest = z.object({ result: z.object({ value: z.array(z.object({ address: z.string(), amount: z.string() })) }) });
  const { value } = Largest.parse(json).result;
  expect(value).toHaveLength(20);
  expect(value[0]?.amount).toBe("153500000000000");
  const pool = sandbox.pools.find(({ token }) => token === mintOf("BRIAR"))?.pair;
  expect((await rpc("", call("getAccountInfo", pool, { encoding: "base64" }))).json).toMatchObject({
    result: { value: { owner: "CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C", space: 637 } },
  });
});

const Report = z.looseObject({
  score: z.number(),
  risks: z.array(z.object({ score: z.number() })),
  topHolders: z.array(z.object({ pct: z.number() })).nullable(),
  totalHolders: z.number(),
  rugged: z.boolean(),
});

test("RugCheck agrees with the ledger where it has looked, and calls best what it has not indexed", async () => {
  const reportOf = async (symbol: string) =>
    Report.parse(await (await fetch(`${web.urlOf("rugcheck")}/v1/tokens/${mintOf(symbol)}/report`)).json());
  const briar = await reportOf("BRIAR");
  expect(briar.totalHolders).toBe(142);
  expect(briar.topHolders?.[0]?.pct).toBeCloseTo((100 * 153.5) / 967, 6);
  expect(briar.score).toBe(briar.risks.reduce((sum, { score }) => sum + score, 1));
  expect(await reportOf("WARD")).toMatchObject({ score: 1, risks: [], topHolders: null, totalHolders: 0, rugged: false });
  const other = await fetch(`${web.urlOf("rugcheck")}/v1/tokens/${mintOf("BRIAR").toLowerCase()}/report`);
  expect(other.status).toBe(404);
});

test("one mint is refused with 429 every third time", async () => {
  const statuses: number[] = [];
  for (let asked = 0; asked < 6; asked++) {
    statuses.push((await fetch(`${web.urlOf("rugcheck")}/v1/tokens/${mintOf("TITHE")}/report/summary`)).status);
  }
  expect(statuses).toEqual([200, 200, 429, 200, 200, 429]);
});

test("GoPlus keeps the case of its keys and answers nothing, with success, about a mint it does not know", async () => {
  const ask = async (mint: string): Promise<unknown> =>
    (await fetch(`${web.urlOf("goplus")}/api/v1/solana/token_security?contract_addresses=${mint}`)).json();
  expect(await ask(mintOf("WARD"))).toMatchObject({
    code: 1,
    result: { [mintOf("WARD")]: { mintable: { status: "1" }, freezable: { status: "1" }, balance_mutable_authority: { status: "0" } } },
  });
  expect(await ask("So11111111111111111111111111111111111111112")).toEqual({ code: 1, message: "OK", result: {} });
});

test("the same tokens stand at the same addresses everywhere, and their notes conclude nothing", async () => {
  await using other = await startSolana();
  expect(other.world).toEqual(sandbox.world);
  for (const { talk, ...example } of sandbox.world) {
    expect(Example.parse(example)).toEqual(example);
    expect(example.note).not.toMatch(/scam|honeypot|safe|rug|LIQUIDATE|ACCUMULATE|HOLD\b/i);
    expect(talk).not.toBe("none");
  }
});
