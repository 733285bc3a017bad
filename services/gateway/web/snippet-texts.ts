import type { AnalysisRequest } from "@token-sentiment/client";

const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** This very call, as one makes it from elsewhere: with curl, with the client, with a model's host. */
export function snippetsOf(request: AnalysisRequest, origin: string): { name: string; text: string }[] {
  const { coin_symbol, chain_id = "1", contract_address } = request;
  const call = { coin_symbol, chain_id, ...(contract_address === undefined ? {} : { contract_address }) };
  const body = JSON.stringify(call);
  return [
    {
      name: "curl",
      text: [
        `JOB=$(curl -s ${origin}/api/agent -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\`,
        `  -d ${shellQuoted(body)} | sed 's/.*"job_id":"\\([^"]*\\)".*/\\1/')`,
        `curl -s "${origin}/api/agent/$JOB?wait=25"`,
      ].join("\n"),
    },
    {
      name: "TypeScript",
      text: [
        `import { createClient } from "@token-sentiment/client";`,
        ``,
        `const client = createClient({ url: ${JSON.stringify(origin)}, key: process.env.TOKEN_SENTIMENT_KEY });`,
        `const { payload } = await client.analyze(${JSON.stringify(call, undefined, 2)});`,
        `console.log(payload.executable_verdict, payload.confidence);`,
      ].join("\n"),
    },
    {
      name: "MCP",
      text: [
        `claude mcp add --transport http token-sentiment ${origin}/mcp --header "Authorization: Bearer $KEY"`,
        ``,
        `# the model then calls`,
        `submit_token_analysis ${JSON.stringify({ request_id: "a UUID, the same on every retry", ...call }, undefined, 2)}`,
      ].join("\n"),
    },
  ];
}
