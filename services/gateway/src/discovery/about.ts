/** What this service is, in the words of every document about it. */
export const about = {
  name: "Token sentiment",
  version: "1.0.0",
  summary:
    "Says whether the panic about a crypto token is a real crash, false FUD or a whale's manipulation, and what to do about it, from independent evidence on chain and off.",
  caution: "INSUFFICIENT_DATA means that too little is known, never that a token is safe. Not financial advice.",
  tags: ["crypto", "token", "sentiment", "risk", "fud"],
  /** A submission as anybody may send it. */
  example: { coin_symbol: "PEPE", contract_address: "0x6982508145454ce325ddbe47a25d4ec3d2311933", chain_id: "1" },
} as const;

/** A call of `POST /api/agent` for a POSIX shell. */
export const exampleCurl = (url: string): string =>
  `curl -s -X POST '${url}/api/agent' -H 'Content-Type: application/json' -d '${JSON.stringify(about.example)}'`;
