import { ChainId, type HistoryView } from "@token-sentiment/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { answering } from "./answer.ts";
import type { AppContext } from "./context.ts";
import { ANSWER_MS, within } from "./deadline.ts";
import { invalid } from "./errors.ts";
import { pastVerdicts } from "./history.ts";
import { tokenAddress } from "./token-address.ts";

type Asked = FastifyRequest<{ Params: { chain_id: string; address: string } }>;

/** `GET /api/tokens/{chain_id}/{address}/history`: the last 50 verdicts on a token within 90 days. */
export function registerHistory(app: FastifyInstance, context: AppContext): void {
  app.get(
    "/api/tokens/:chain_id/:address/history",
    answering<Asked>("GET /api/tokens/{chain_id}/{address}/history", context, async ({ params }, reply) => {
      const chain = ChainId.safeParse(params.chain_id);
      if (!chain.success) throw invalid("chain_id", `one of ${ChainId.options.map((id) => `"${id}"`).join(", ")} is expected`);
      const checked = tokenAddress(chain.data, params.address);
      if ("problem" in checked) throw invalid("contract_address", checked.problem);
      const verdicts = await within(ANSWER_MS, pastVerdicts(context.bus, chain.data, checked.address));
      const view: HistoryView = { chain_id: chain.data, contract_address: checked.address, verdicts };
      reply.header("cache-control", "no-cache").send(view);
    }),
  );
}
