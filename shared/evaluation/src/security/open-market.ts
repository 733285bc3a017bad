import type { AbiFunction, Address, Hex } from "viem";
import { z } from "zod";
import { callOf, castOf, actionsOf, type Standing } from "./stand-up.ts";
import { ensureSupply, richest } from "./supply.ts";
import { commonActions } from "./common-actions.ts";
import type { World } from "./open-world.ts";
import { addressOf, balanceOf, calls } from "./token-abi.ts";

/** How far a token came: nothing, a pool that holds it, a holder who was sent some, and a buyer. */
export type Stage = 0 | 1 | 2 | 3;

/** A token's market, as far as one came to be. */
export interface Market {
  stage: Stage;
  pair: Address | undefined;
  /** Functions that had to be called first, by name. */
  opened: string[];
}

const COINS = 100n * 10n ** 18n;
const PRICE = 10n ** 17n;
const MOST_IN_POOL = 10n ** 31n;
const MOST_ROUNDS = 3;
const OPENING =
  /open|enabl|start|launch|init|unpause|unfreeze|unlock|release|activ|begin|live|allow|liquidity|trad|resume|final|transferable|pair|swap/i;
const NEVER =
  /renounce|blacklist|burn|destroy|kill|disable|remove|lock(?!ed)|^pause|freeze|transferOwnership|withdraw|rescue|upgrade|exclude|whitelist|approve|^transfer|^mint/i;
const POOL_SETTER = /^(set|add|update|edit|include|change).*(pair|pool|amm|automated|marketmaker|lp|uniswap|pancake|swapaddr|liquidity)/i;
const NOT_A_POOL = /fee|tax|wallet|receiver|holder|router|amount|threshold|percent|exclu|award|dividend|enabled|from|limit/i;

/**
 * Gives a token a pool, holders who were sent some and holders who bought some. Where it refuses, its owner calls what would open it,
 * one function at a time, and keeps what brought it further.
 */
export async function openMarket(world: World, standing: Standing): Promise<Market> {
  const actions = standing.abi ? actionsOf(standing.abi) : await commonActions(world, standing.token);
  await ensureSupply(world, standing, actions);
  let best: Market = { ...(await trade(world, standing)), opened: [] };
  await nameThePool(world, standing, { actions, pair: best.pair });
  best = { ...best, ...(await trade(world, standing)) };
  for (let round = 0; round < MOST_ROUNDS && best.stage < 3; round++) {
    const further = await openFurther(world, standing, { actions, best });
    if (!further) break;
    best = further;
  }
  if (best.stage >= 2) await live(world, standing);
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
    const data = callOf(action, castOf(world, pair));
    if (data) await world.send({ from: owner, to: token, data });
  }
}

async function openFurther(
  world: World,
  standing: Standing,
  { actions, best }: { actions: readonly AbiFunction[]; best: Market },
): Promise<Market | undefined> {
  const { token, owner } = standing;
  const [likely, others] = [actions.filter(({ name }) => OPENING.test(name)), actions.filter(({ name }) => !OPENING.test(name))];
  for (const action of [...likely, ...others].filter(({ name }) => !NEVER.test(name)).slice(0, 60)) {
    for (const stocked of action.inputs.length === 0 && best.stage === 0 ? [false, true] : [false]) {
      const snapshot = await world.request("evm_snapshot", []);
      if (stocked) await stock(world, standing);
      const data = callOf(action, castOf(world, best.pair));
      const payable = action.stateMutability === "payable";
      const { ok } = data ? await world.send({ from: owner, to: token, data, ...(payable ? { value: COINS } : {}) }) : { ok: false };
      if (ok) {
        const reached = await trade(world, standing);
        if (reached.stage > best.stage) return { ...reached, opened: [...best.opened, action.name] };
      }
      await world.request("evm_revert", [snapshot]);
    }
  }
  return undefined;
}

/** Some tokens fill their pool themselves, from what they were sent. */
async function stock(world: World, standing: Standing): Promise<void> {
  const rich = await richest(world, standing);
  if (!rich) return;
  await world.send({ from: rich.holder, to: standing.token, value: COINS });
  await world.send({ from: rich.holder, to: standing.token, data: calls.transfer(standing.token, (rich.balance * 6n) / 10n) });
}

async function trade(world: World, standing: Standing): Promise<Pick<Market, "stage" | "pair">> {
  const { token } = standing;
  const { factory, router, weth } = world.exchange;
  const [, , , friend, buyer] = world.accounts;
  const rich = await richest(world, standing);
  if (!rich || !friend || !buyer) return { stage: 0, pair: undefined };
  const { holder, balance } = rich;
  const known = await addressOf(world, factory, calls.getPair(token, weth));
  if (!known) await world.send({ from: holder, to: factory, data: calls.createPair(token, weth) });
  const pair = known ?? (await addressOf(world, factory, calls.getPair(token, weth)));
  if (!pair) return { stage: 0, pair };
  if (!(await isFunded(world, token, pair))) await fund(world, { token, pair, holder, balance });
  if (!(await isFunded(world, token, pair))) return { stage: 0, pair };
  if ((await balanceOf(world, token, friend)) === 0n) {
    await firstThat(
      world,
      { token, to: friend },
      [balance / 500n, balance / 100_000n].map((value) => ({ from: holder, data: calls.transfer(friend, value) })),
    );
  }
  if ((await balanceOf(world, token, friend)) === 0n) return { stage: 1, pair };
  await world.request("anvil_mine", ["0x20", "0xc"]);
  world.pass(0x20 * 12);
  if ((await balanceOf(world, token, buyer)) === 0n)
    await world.send({ from: buyer, to: router, data: calls.buy([weth, token], buyer), value: PRICE });
  return { stage: (await balanceOf(world, token, buyer)) > 0n ? 3 : 2, pair };
}

async function firstThat(
  world: World,
  { token, to }: { token: Address; to: Address },
  tries: readonly { from: Address; data: Hex }[],
): Promise<void> {
  for (const { from, data } of tries) {
    await world.send({ from, to: token, data });
    if ((await balanceOf(world, token, to)) > 0n) return;
  }
}

const Reserves = z.string().min(130);
async function isFunded(world: World, token: Address, pair: Address): Promise<boolean> {
  const reserves = Reserves.safeParse(await world.call(pair, "0x0902f1ac")).data;
  return (
    reserves !== undefined &&
    BigInt(reserves.slice(0, 66)) > 0n &&
    BigInt(`0x${reserves.slice(66, 130)}`) > 0n &&
    (await balanceOf(world, token, pair)) > 0n
  );
}

async function fund(
  world: World,
  { token, pair, holder, balance }: { token: Address; pair: Address; holder: Address; balance: bigint },
): Promise<void> {
  const { router, weth } = world.exchange;
  await world.send({ from: holder, to: token, data: calls.approve(router) });
  for (const share of [600n, 50n, 5n]) {
    const amount = (balance * share) / 1000n;
    const capped = amount < MOST_IN_POOL ? amount : MOST_IN_POOL;
    await world.send({ from: holder, to: router, data: calls.addLiquidity(token, capped, holder), value: COINS });
    if (await isFunded(world, token, pair)) return;
    // without the router, which some tokens refuse
    await world.send({ from: holder, to: token, data: calls.transfer(pair, capped) });
    if ((await balanceOf(world, token, pair)) === 0n) continue;
    await world.send({ from: holder, to: weth, data: calls.deposit, value: COINS });
    await world.send({ from: holder, to: weth, data: calls.transfer(pair, COINS) });
    await world.send({ from: holder, to: pair, data: calls.mintShares(holder) });
    if (await isFunded(world, token, pair)) return;
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
