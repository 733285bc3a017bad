import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { isAddress } from "@solana/kit";
import { readJournal, writeFact } from "@token-sentiment/bus";
import { Evidence, subjects } from "@token-sentiment/contract";
import { startSolana, startWeb } from "@token-sentiment/sandbox";
import { startBroker } from "@token-sentiment/testing";
import { expect, test } from "vitest";

const swapped = (letter: string): string => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase());

test("the service answers a request about a mint, and says not_applicable where there is none to judge", async () => {
  await using sandbox = await startSolana();
  await using web = await startWeb([sandbox.provider, sandbox.rugcheck, sandbox.goplus]);
  await using broker = await startBroker();
  const service = spawn(process.execPath, [fileURLToPath(new URL("../src/main.ts", import.meta.url))], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH: process.env["PATH"],
      NATS_URL: broker.url,
      NATS_NKEY_SEED_FILE: broker.seedFile("engine-solana"),
      ENGINE_SOLANA_RPC: web.urlOf("solana"),
      ENGINE_RUGCHECK_URL: web.urlOf("rugcheck"),
      ENGINE_GOPLUS_URL: web.urlOf("goplus"),
    },
  });
  await using _ = { [Symbol.asyncDispose]: async () => void service.kill("SIGKILL") };
  for await (const line of createInterface(service.stdout)) if (line.includes('"msg":"ready"')) break;
  const gateway = await broker.open("gateway");
  const aggregator = await broker.open("aggregator");

  const ask = async (contract_address: string): Promise<Evidence> => {
    const job_id = randomUUID();
    const request = {
      job_id,
      request_id: job_id,
      caller: "test",
      coin_symbol: "ANY",
      contract_address,
      chain_id: "solana",
      expects: ["solana"],
      budget_ms: 60_000,
    } as const;
    await writeFact(gateway, { kind: "request", subject: subjects.request("solana", job_id), value: request });
    const answers = async () =>
      (await readJournal(aggregator, job_id)).filter(({ subject }) => subject === subjects.evidence("solana", job_id));
    await expect.poll(answers, { timeout: 20_000, interval: 50 }).toHaveLength(1);
    return Evidence.parse((await answers())[0]?.value);
  };

  const mint = sandbox.world.find(({ coin_symbol }) => coin_symbol === "WARD")?.contract_address ?? "";
  const evidence = await ask(mint);
  expect(evidence).toMatchObject({ outcome: "observed", cached: false, measures: {} });
  expect(evidence.signals.map(({ code }) => code)).toEqual([
    "mint_authority",
    "freeze_authority",
    "sim_transfer",
    "top_holders",
    "rugcheck_not_indexed",
  ]);
  expect(await ask(mint)).toMatchObject({ outcome: "observed", cached: true });
  // one letter in the other case is another address: nothing of the mint's answer is given for it
  const [variant = ""] = Array.from(mint)
    .map((letter, at) => `${mint.slice(0, at)}${swapped(letter)}${mint.slice(at + 1)}`)
    .filter((one) => one !== mint && isAddress(one));
  const other = await ask(variant);
  expect(other).toMatchObject({ outcome: "observed", cached: false });
  expect(other.signals.map(({ text }) => text)).toEqual([`${variant} is not a token mint: there is no account at this address`]);
  expect(await ask("0x6982508145454Ce325dDbE47a25d4ec3d2311933")).toMatchObject({
    outcome: "not_applicable",
    reason: "the contract address is no Solana address",
  });
});
