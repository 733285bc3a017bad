import { createHash } from "node:crypto";
import { factType, headerNames, PastVerdict, type Request, type StoredRow, Token } from "@token-sentiment/contract";
import { appendHistory, type Asked, type Bus, type HistoryOf, readHistory, readJournal, type Stored } from "@token-sentiment/bus";

/** Where a token's verdicts are kept: under a hash, since an address is outside input. */
const historyOf = (chain: string, address: string): HistoryOf => ({ chain, token: createHash("sha256").update(address).digest("hex") });

type Judged = NonNullable<Asked["token"]>;

/** The contract that was judged: the request's, else the one the resolver found. A symbol that named no contract has none. */
export async function contractOf(bus: Bus, request: Request): Promise<Judged | undefined> {
  const { chain_id, contract_address } = request;
  if (contract_address !== undefined) return { chain_id, contract_address };
  const fact = (await readJournal(bus, request.job_id)).find(({ type }) => type === factType("token"));
  const found = Token.safeParse(fact?.value).data;
  return found?.contract_address === undefined ? undefined : { chain_id: found.chain_id, contract_address: found.contract_address };
}

/** Appends the verdict of a completed job to its token's history; once, however often it is called. */
export async function recordVerdict(
  bus: Bus,
  { chain_id, contract_address }: Judged,
  { row, at, headers }: StoredRow & Pick<Stored, "headers">,
): Promise<void> {
  if (row.status !== "completed") return;
  const model = headers[headerNames.model];
  const { executable_verdict, confidence, drama_index, dominant_branch } = row.payload;
  const value = { settled_at: at, coin_symbol: row.coin_symbol, executable_verdict, confidence, drama_index, dominant_branch };
  await appendHistory(bus, historyOf(chain_id, contract_address), {
    id: row.job_id,
    value: { ...value, ...(model !== undefined && { model }) } satisfies PastVerdict,
  });
}

/** The past verdicts of a token, newest first. */
export async function pastVerdicts(bus: Bus, chain: string, address: string): Promise<PastVerdict[]> {
  const kept = await readHistory(bus, historyOf(chain, address));
  return kept.flatMap(({ value }) => PastVerdict.safeParse(value).data ?? []).toReversed();
}
