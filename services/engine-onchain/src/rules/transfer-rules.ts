import { rule } from "@token-sentiment/engine";
import type { Facts, Holders } from "../facts.ts";
import type { Check } from "./check.ts";
import { inWindow, LONG_ENOUGH_HOURS, nats, ofHolders, percent, round, sayOfHolders, silent } from "./wording.ts";

const log = { label: "ON-CHAIN", source: "eth_getLogs" } as const;
const long = ofHolders(({ hours }) => hours >= LONG_ENOUGH_HOURS);

const large = {
  ...log,
  values: ({ holders }: Facts) => ({ count: holders?.large.count ?? 0, supply_share: round(holders?.large.share ?? 0) }),
} as const;
const sayLarge = sayOfHolders(
  (holders) =>
    `${holders.large.count} transfers of 1 % of the supply or 5 % of the pool ${inWindow(holders)}, ${percent(holders.large.share)} of the supply together`,
);

const inflow = {
  ...log,
  values: ({ holders }: Facts) => ({ supply_share: round(holders?.inflow?.share ?? 0), transfers: holders?.inflow?.transfers ?? 0 }),
} as const;
const sayInflow = sayOfHolders(
  (holders) => `${percent(holders.inflow?.share ?? 0)} of the supply moved to known exchange wallets ${inWindow(holders)}`,
);

const funding = {
  ...log,
  group: "sellers",
  values: ({ holders }: Facts) => ({
    source: holders?.funding.source ?? "",
    sellers: holders?.funding.sellers ?? 0,
    share: round(holders?.funding.share ?? 0),
  }),
} as const;
const ENOUGH_FUNDED = 3;
/** Of the sales; three small sellers among hundreds say nothing. */
const FUNDED_SHARE = 0.1;

const jump = {
  ...log,
  group: "supply",
  values: ({ holders }: Facts) => ({ grown: round(holders?.supplyJump.share ?? 0), sold: holders?.supplyJump.sold ?? false }),
} as const;
const grown = ({ supplyJump }: Holders): number => supplyJump.share;
const sayJump = sayOfHolders(
  (holders) =>
    `the supply grew ${percent(grown(holders))} ${inWindow(holders)}${holders.supplyJump.sold ? ", and who was given new tokens sold some" : ""}`,
);

/** O09, O11, O14 and O16: large transfers, what goes to exchanges, who funded the sellers, new supply. */
export const transferChecks: Check[] = [
  {
    id: "O09",
    code: "large_transfers",
    subject: "large transfers",
    ofPool: false,
    rows: [
      rule<Facts>(
        "large_transfers",
        { ...large, severity: 1 },
        ofHolders(({ large: { count } }) => count >= 3),
        sayLarge,
        nats(0.2, -0.2, 0.7),
      ),
      rule<Facts>("large_transfers", { ...large, status: "clear" }, (facts) => long(facts), sayLarge, silent),
      rule<Facts>(
        "large_transfers",
        { ...large, status: "inconclusive" },
        ofHolders(() => true),
        sayLarge,
        silent,
      ),
    ],
  },
  {
    id: "O11",
    code: "exchange_inflow",
    subject: "inflow to exchanges",
    ofPool: false,
    why: ({ holders, snapshot }) => holders && `no exchange wallet of chain ${snapshot.chain.id} is labelled`,
    rows: [
      rule<Facts>(
        "exchange_inflow",
        { ...inflow, severity: 1 },
        ofHolders(({ inflow: of }) => of !== undefined && of.share > 0.01),
        sayInflow,
        nats(0.3, -0.5, 1.2),
      ),
      rule<Facts>(
        "exchange_inflow",
        { ...inflow, status: "inconclusive" },
        ofHolders(({ inflow: of }) => of !== undefined),
        sayInflow,
        silent,
      ),
    ],
  },
  {
    id: "O14",
    code: "common_funding",
    subject: "common funding of sellers",
    ofPool: false,
    rows: [
      rule<Facts>(
        "common_funding",
        { ...funding, severity: 2 },
        ofHolders(({ funding: of }) => of.sellers >= ENOUGH_FUNDED && of.share >= FUNDED_SHARE),
        sayOfHolders(
          ({ funding: of, hours }) =>
            `${of.sellers} sellers had tokens from one account ${inWindow({ hours })}, and made ${percent(of.share)} of the sales`,
        ),
        nats(0.3, -0.6, 1.5),
      ),
      rule<Facts>(
        "common_funding",
        { ...funding, status: "inconclusive" },
        ofHolders(() => true),
        sayOfHolders(
          ({ funding: of, hours }) =>
            `no account gave tokens to more than ${Math.max(1, of.sellers)} of the sellers ${inWindow({ hours })}`,
        ),
        silent,
      ),
    ],
  },
  {
    id: "O16",
    code: "supply_jump",
    subject: "new supply",
    ofPool: false,
    rows: [
      rule<Facts>(
        "supply_jump",
        { ...jump, severity: 3, critical: true },
        ofHolders((holders) => grown(holders) >= 0.5 && holders.supplyJump.sold),
        sayJump,
        nats(2.5, -2),
      ),
      rule<Facts>(
        "supply_jump",
        { ...jump, severity: 2 },
        ofHolders((holders) => grown(holders) > 0.01),
        sayJump,
        nats(2.5, -2),
      ),
      rule<Facts>(
        "supply_jump",
        { ...jump, status: "inconclusive" },
        ofHolders(({ supplyJump }) => supplyJump.born),
        sayOfHolders((holders) => `all of the supply was made ${inWindow(holders)}`),
        silent,
      ),
      rule<Facts>(
        "supply_jump",
        { ...jump, status: "clear" },
        (facts) => long(facts),
        sayOfHolders((holders) => `the supply grew no more than 1 % ${inWindow(holders)}`),
        silent,
      ),
      rule<Facts>(
        "supply_jump",
        { ...jump, status: "inconclusive" },
        ofHolders(() => true),
        sayOfHolders((holders) => `the supply grew no more than 1 % ${inWindow(holders)}, too short to say more`),
        silent,
      ),
    ],
  },
];
