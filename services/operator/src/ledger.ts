import { checkTopology, openBus, openPayments } from "@token-sentiment/bus";
import { PaymentNetworks, PayTo } from "@token-sentiment/contract";
import { readConfig, readSecretFile } from "@token-sentiment/runtime";
import { z } from "zod";
import { CommandError } from "./command.ts";
import { LEDGER_USAGE, ledgerOptionsOf, type LedgerOptions } from "./ledger/options.ts";
import { networkDay, type NetworkDay } from "./ledger/read-books.ts";
import { ledgerJson, ledgerText } from "./ledger/text.ts";

const Config = z.object({
  GATEWAY_X402_PAY_TO: PayTo.describe("the address that is paid, as the gateways have it"),
  GATEWAY_X402_NETWORKS: PaymentNetworks.describe("the chains that may be paid on, as the gateways have them"),
});
/** How long it looks for a broker before it says that there is none. */
const PATIENCE_MS = 3000;
/** Chain and records part. */
const PARTED = 2;

/** Prints the ledger of a day; answers whether chain and records agree. */
async function ledger({ day, json }: LedgerOptions): Promise<boolean> {
  const config = readConfig(Config);
  const { NATS_URL: servers, NATS_NKEY_SEED_FILE: file, GATEWAY_X402_PAY_TO: pay_to } = config;
  const seed = file && (await readSecretFile(file));
  await using bus = await openBus({ servers, role: "operator", seed, patienceMs: PATIENCE_MS });
  const problem = await checkTopology(bus);
  if (problem !== undefined) throw new CommandError(`the payments cannot be reached: ${problem}`);
  const payments = await openPayments(bus);
  const days: NetworkDay[] = [];
  for (const network of config.GATEWAY_X402_NETWORKS) days.push(await networkDay(network, { day, pay_to, payments }));
  const text = json ? JSON.stringify(ledgerJson(day, pay_to, days), undefined, 2) : ledgerText(day, pay_to, days).join("\n");
  process.stdout.write(`${text}\n`);
  return days.every(({ differences }) => differences.length === 0);
}

try {
  const options = ledgerOptionsOf(process.argv.slice(2), Date.now());
  if (options === "help") process.stdout.write(LEDGER_USAGE);
  else if (!(await ledger(options))) process.exitCode = PARTED;
} catch (error) {
  // A sentence is what an operator can act on; a stack is not.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
