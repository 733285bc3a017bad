import type { AbiFunction, Address } from "viem";
import type { World } from "./open-world.ts";
import { setWord } from "./set-storage.ts";
import { callOf, castOf, type Standing } from "./stand-up.ts";
import { balanceOf, calls, numberOf } from "./token-abi.ts";

/** Somebody has to hold it: its owner makes some, or the holder is written into its storage. */
export async function ensureSupply(world: World, standing: Standing, actions: readonly AbiFunction[]): Promise<void> {
  const { token, owner } = standing;
  for (const action of actions.filter(
    ({ name }) => /mint|issue|generate|create|distribut|allocat|init/i.test(name) && !/finish|stop|disable|pair/i.test(name),
  )) {
    if (await richest(world, standing)) return;
    const data = callOf(action, { ...castOf(world), strangers: [owner] });
    if (data) await world.send({ from: owner, to: token, data });
  }
  if (await richest(world, standing)) return;
  const supply = (await numberOf(world, token, calls.totalSupply)) || 10n ** 27n;
  if (!(await numberOf(world, token, calls.totalSupply))) await setWord(world, { token, view: calls.totalSupply, value: supply });
  await setWord(world, { token, view: calls.balanceOf(owner), value: supply });
}

/** Who holds most; the owner or the deployer if they hold a hundredth of it. */
export async function richest(world: World, { token, named }: Standing): Promise<{ holder: Address; balance: bigint } | undefined> {
  const held = [];
  for (const holder of named) held.push({ holder, balance: await balanceOf(world, token, holder) });
  const supply = (await numberOf(world, token, calls.totalSupply)) ?? 0n;
  const early = held.slice(0, 2).find(({ balance }) => balance > 0n && balance * 100n >= supply);
  const most = held.toSorted((a, b) => (a.balance < b.balance ? 1 : -1))[0];
  return early ?? (most && most.balance > 0n ? most : undefined);
}
