import { z } from "zod";
import type { Claim, Opinion } from "./opinion.ts";

/** Percent, 0 to 100. */
const percent = z.number().min(0).max(100).optional().catch(undefined);

/** `GET /v2/IsHoneypot`: any part may be missing, which says nothing. */
export const HoneypotIsAnswer = z.object({
  token: z.object({ address: z.string() }),
  chain: z
    .object({ id: z.union([z.string(), z.number()]).transform(String) })
    .optional()
    .catch(undefined),
  simulationSuccess: z.boolean().optional().catch(undefined),
  honeypotResult: z.object({ isHoneypot: z.boolean() }).optional().catch(undefined),
  simulationResult: z.object({ buyTax: percent, sellTax: percent }).optional().catch(undefined),
});
export type HoneypotIsAnswer = z.infer<typeof HoneypotIsAnswer>;

const BPS_PER_PERCENT = 100;

/** Reads an opinion off honeypot.is's answer. "Not a honeypot" and its taxes count only where its own simulation succeeded. */
export function honeypotIsOpinion({ simulationSuccess, honeypotResult, simulationResult }: HoneypotIsAnswer): Opinion {
  const simulated = simulationSuccess === true;
  const says = honeypotResult?.isHoneypot;
  const stuck: Claim | undefined = says === true || (says === false && simulated) ? { says, by: `isHoneypot=${says}` } : undefined;
  const tax = (value: number | undefined, field: string): Claim<number> | undefined =>
    value === undefined || !simulated ? undefined : { says: Math.round(value * BPS_PER_PERCENT), by: `${field}=${value}%` };
  const [buyTaxBps, sellTaxBps] = [tax(simulationResult?.buyTax, "buyTax"), tax(simulationResult?.sellTax, "sellTax")];
  return {
    ...(stuck && { stuck }),
    ...(buyTaxBps && { buyTaxBps }),
    ...(sellTaxBps && { sellTaxBps }),
    powers: {},
    impossibleShares: false,
    complete: true,
  };
}
