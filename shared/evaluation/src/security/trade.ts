import type { Address, Hex } from "viem";
import { z } from "zod";
import type { World } from "./open-world.ts";
import type { Standing } from "./stand-up.ts";
import { richest } from "./supply.ts";
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

/** Coins in a pool, in wei. */
export const COINS = 100n * 10n ** 18n;
/** What a purchase costs, in wei. */
export const PRICE = 10n ** 17n;
const MOST_IN_POOL = 10n ** 31n;

/** Gives a token a pool, a holder who was sent some and one who bought some, as far as it lets that happen. */
export async function trade(world: World, standing: Standing): Promise<Pick<Market, "stage" | "pair">> {
  const { token } = standing;
  const { factory, router, weth } = world.exchange;
  const [, , , friend, buyer] = world.accounts;
  const rich = await richest(world, standing);
  if (!friend || !buyer) throw new Error("the chain has too few accounts");
  const { holder = standing.owner, balance = 0n } = rich ?? {};
  const known = await addressOf(world, factory, calls.getPair(token, weth));
  if (!known) await world.send({ from: holder, to: factory, data: calls.createPair(token, weth) });
  const pair = known ?? (await addressOf(world, factory, calls.getPair(token, weth)));
  if (!pair) return { stage: 0, pair };
  if (rich && !(await isFunded(world, token, pair))) await fund(world, { token, pair, holder, balance });
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
