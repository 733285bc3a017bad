import type { AbiFunction } from "viem";
import type { World } from "./open-world.ts";
import { callOf, castOf, type Standing } from "./stand-up.ts";
import { richest } from "./supply.ts";
import { calls } from "./token-abi.ts";
import { COINS, type Market, trade } from "./trade.ts";

const MOST_TRIED = 60;
const OPENING =
  /open|enabl|start|launch|init|unpause|unfreeze|unlock|release|activ|begin|live|allow|liquidity|trad|resume|final|transferable|pair|swap/i;
const NEVER =
  /renounce|blacklist|burn|destroy|kill|disable|remove|lock(?!ed)|^pause|freeze|transferOwnership|withdraw|rescue|upgrade|exclude|whitelist|approve|^transfer|^mint/i;

/** Roles that an owner gives itself before the functions that open a token listen to it. */
const ROLE = /agent|operator|minter|controller|admin|keeper|role/i;

/** What precedes one opening call. */
type Preparation = "nothing" | "a stocked contract" | "roles for its owner" | "an absent contract named";

const preparationsFor = (action: AbiFunction, { stage }: Market): Preparation[] => [
  "nothing",
  ...(action.inputs.length === 0 && stage === 0 ? (["a stocked contract"] as const) : []),
  ...(action.inputs.length === 0 ? (["roles for its owner"] as const) : []),
  ...(action.inputs.some(({ type }) => type === "address") ? (["an absent contract named"] as const) : []),
];

/** The first call that leads to a buyer, else the first that leads further. */
export async function openFurther(
  world: World,
  standing: Standing,
  { actions, best }: { actions: readonly AbiFunction[]; best: Market },
): Promise<Market | undefined> {
  const [likely, others] = [actions.filter(({ name }) => OPENING.test(name)), actions.filter(({ name }) => !OPENING.test(name))];
  const roles = actions.filter(({ name, inputs }) => ROLE.test(name) && inputs[0]?.type === "address");
  let second: (() => Promise<Market>) | undefined;
  for (const action of [...likely, ...others].filter(({ name }) => !NEVER.test(name)).slice(0, MOST_TRIED)) {
    for (const preparation of preparationsFor(action, best)) {
      if (preparation === "roles for its owner" && (roles.length === 0 || !OPENING.test(action.name))) continue;
      const snapshot = await world.request("evm_snapshot", []);
      const attempt = () => tryOpening(world, standing, { action, preparation, roles, best });
      const reached = await attempt();
      if (reached.stage === 3) return reached;
      if (reached.stage > best.stage) second ??= attempt;
      await world.request("evm_revert", [snapshot]);
    }
  }
  return second?.();
}

async function tryOpening(
  world: World,
  standing: Standing,
  { action, preparation, roles, best }: { action: AbiFunction; preparation: Preparation; roles: readonly AbiFunction[]; best: Market },
): Promise<Market> {
  const { token, owner } = standing;
  const cast = castOf(world, best.pair);
  if (preparation === "a stocked contract") await stock(world, standing);
  if (preparation === "roles for its owner") {
    for (const role of roles) {
      const data = callOf(role, { ...cast, strangers: [owner] });
      if (data) await world.send({ from: owner, to: token, data });
    }
  }
  const data = callOf(action, cast, preparation === "an absent contract named" ? "standIn" : "deployer");
  const value = action.stateMutability === "payable" ? { value: COINS } : {};
  const { ok } = data ? await world.send({ from: owner, to: token, data, ...value }) : { ok: false };
  const opened = [...best.opened, preparation === "nothing" ? action.name : `${action.name} after ${preparation}`];
  return ok ? { ...(await trade(world, standing)), opened } : best;
}

/** Some tokens fill their pool themselves, from what they were sent. */
async function stock(world: World, standing: Standing): Promise<void> {
  const rich = await richest(world, standing);
  if (!rich) return;
  await world.send({ from: rich.holder, to: standing.token, value: COINS });
  await world.send({ from: rich.holder, to: standing.token, data: calls.transfer(standing.token, (rich.balance * 6n) / 10n) });
}
