import { parseArgs } from "node:util";
import type { AnalysisRequest, ChainId } from "../analysis.ts";

/** What the command is to do. */
export interface CommandOptions {
  request: AnalysisRequest;
  url: string;
  key: string | undefined;
  device: string | undefined;
  json: boolean;
  fresh: boolean;
  /** Seconds between two analyses; undefined = one analysis. */
  watchS: number | undefined;
  /** How many analyses at most. */
  times: number;
}

/** What was asked for cannot be understood: the sentence says why. */
export class UsageError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = "UsageError";
  }
}

export const USAGE = `token-sentiment analyze SYMBOL [options]

  --chain ID         1 Ethereum (default), 56 BSC, 8453 Base, solana
  --address ADDRESS  the token's contract; without it the service looks for the one that the symbol means
  --url URL          the service; default $TOKEN_SENTIMENT_URL, else http://127.0.0.1:8080
  --device NAME      names this device for the demo calls; default $TOKEN_SENTIMENT_DEVICE
  --request-id ID    the same id and content get the same analysis again, for 24 hours
  --fresh            without cached evidence; needs a key
  --json             the result as one line of JSON on stdout, nothing else
  --watch            again every 60 s (--every SECONDS, at most --times N) until interrupted
  --help

A production key is read from $TOKEN_SENTIMENT_KEY.
Exit code: 0 a verdict, 3 INSUFFICIENT_DATA, 1 no result, 2 wrong usage, 130 interrupted; with --times that of the last analysis.
`;

const CHAINS: readonly string[] = ["1", "56", "8453", "solana"];
const isChain = (text: string): text is ChainId => CHAINS.includes(text);

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        chain: { type: "string" },
        address: { type: "string" },
        url: { type: "string" },
        device: { type: "string" },
        "request-id": { type: "string" },
        fresh: { type: "boolean" },
        json: { type: "boolean" },
        watch: { type: "boolean" },
        every: { type: "string" },
        times: { type: "string" },
        help: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function whole(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new UsageError(`--${name}: a whole number above 0 is expected`);
  return Number(text);
}

const set = (text: string | undefined): string | undefined => (text === "" ? undefined : text);

/** The options that the arguments and the environment give, or `help`. @throws UsageError. */
export function optionsOf(args: readonly string[], env: Record<string, string | undefined>): CommandOptions | "help" {
  const { values, positionals } = parsed(args);
  if (values.help || positionals.length === 0) return "help";
  const [verb, symbol, ...more] = positionals;
  if (verb !== "analyze" || symbol === undefined || more.length > 0) throw new UsageError("analyze and one symbol are expected");
  const chain = values.chain ?? "1";
  if (!isChain(chain)) throw new UsageError(`--chain: one of ${CHAINS.join(", ")} is expected`);
  const url = values.url ?? set(env["TOKEN_SENTIMENT_URL"]) ?? "http://127.0.0.1:8080";
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw new UsageError("--url: an http or https URL is expected");
  const every = whole(values.every, "every");
  const times = whole(values.times, "times");
  const watched = values.watch === true || every !== undefined || times !== undefined;
  if (watched && values["request-id"] !== undefined) throw new UsageError("--watch and --request-id: one id gets one analysis");
  return {
    request: { coin_symbol: symbol, chain_id: chain, contract_address: values.address, request_id: values["request-id"] },
    url,
    key: set(env["TOKEN_SENTIMENT_KEY"]),
    device: values.device ?? set(env["TOKEN_SENTIMENT_DEVICE"]),
    json: values.json === true,
    fresh: values.fresh === true,
    watchS: watched ? (every ?? 60) : undefined,
    times: times ?? (watched ? Number.POSITIVE_INFINITY : 1),
  };
}
