import { type AbiFunction, type Address, encodeFunctionData } from "viem";
import { walletsStored } from "./absent-contracts.ts";
import { commonActions } from "./common-actions.ts";
import { openFurther } from "./open-token.ts";
import type { World } from "./open-world.ts";
import { actionsOf, castOf, type Standing } from "./stand-up.ts";
import { ensureSupply, richest } from "./supply.ts";
import { calls } from "./token-abi.ts";
import { type Market, PRICE, trade } from "./trade.ts";

const MOST_ROUNDS = 3;
const POOL_SETTER = /^(set|add|update|edit|include|change).*(pair|pool|amm|automated|marketmaker|lp|uniswap|pancake|swapaddr|liquidity)/i;
const NOT_A_POOL = /fee|tax|wallet|receiver|holder|router|amount|threshold|percent|exclu|award|dividend|enabled|from|limit/i;

/**
 * Gives a token a pool, holders who were sent some and holders who bought some. Where it refuses, its owner calls what would open it,
 * one function at a time, and keeps what brought it further; `unopened` is asked first, once there is a pool: what opens is called only once.
 */
export async function openMarket(world: World, standing: Standing, unopened: () => Promise<void>): Promise<Market> {
  const actions = standing.abi ? actionsOf(standing.abi) : await commonActions(world, standing.token);
  await ensureSupply(world, standing, actions);
  let best: Market = { ...(await trade(world, standing)), opened: [] };
  await nameThePool(world, standing, { actions, pair: best.pair });
  best = { ...best, ...(await trade(world, standing)) };
  if (best.stage > 0 && best.stage < 3) await unopened();
  for (let round = 0; round < MOST_ROUNDS && best.stage < 3; round++) {
    const further = await openFurther(world, standing, { actions, best });
    if (!further) break;
    best = further;
  }
  if (best.stage >= 2) {
    await insidersTrade(world, standing);
    await live(world, standing);
  }
  return best;
}

/** Tells the token where its pool is, as its owner would. */
async function nameThePool(
  world: World,
  { token, owner }: Standing,
  { actions, pair }: { actions: readonly AbiFunction[]; pair: Address | undefined },
) {
  if (!pair) return;
  for (const action of actions.filter(({ name }) => POOL_SETTER.test(name) && !NOT_A_POOL.test(name))) {
    if (!["address", "address,bool"].includes(action.inputs.map(({ type }) => type).join(","))) continue;
    const args = action.inputs.length === 1 ? [pair] : [pair, true];
    await world.send({ from: owner, to: token, data: encodeFunctionData({ abi: [action], functionName: action.name, args }) });
  }
}

const MOST_INSIDERS = 4;

/** Those whom its maker named get some and add to the pool, as they do before anybody buys; some tokens wait for it. */
async function insidersTrade(world: World, standing: Standing): Promise<void> {
  const { token } = standing;
  const rich = await richest(world, standing);
  for (const insider of (await walletsStored(world, token)).slice(0, MOST_INSIDERS)) {
    if (!rich || rich.holder === insider) continue;
    await world.send({ from: rich.holder, to: token, data: calls.transfer(insider, rich.balance / 1000n) });
    await world.send({ from: insider, to: token, data: calls.approve(world.exchange.router) });
    const added = calls.addLiquidity(token, rich.balance / 2000n, insider);
    await world.send({ from: insider, to: world.exchange.router, data: added, value: PRICE });
  }
}

/** Days pass, in which some people buy. */
async function live(world: World, { token }: Standing): Promise<void> {
  const { router, weth } = world.exchange;
  for (const buyer of world.accounts.slice(5, 11)) {
    world.pass(3600);
    await world.send({ from: buyer, to: router, data: calls.buy([weth, token], buyer), value: PRICE / 2n });
  }
  world.pass(2 * 86_400);
  await world.send({ from: castOf(world).strangers[0], to: world.accounts[2] ?? token, value: 1n });
}
