import { type Abi, type AbiFunction, type Address, type Hex, toFunctionSelector } from "viem";
import { answerInstead, balanceOfNamedBy } from "./absent-contracts.ts";
import type { World } from "./open-world.ts";
import { balanceOf, calls } from "./token-abi.ts";

/**
 * Some tokens note who sends before they ask a contract that is not there what the sender has. Finds the view that tells, by sending and
 * looking, and has the absent contracts answer with that balance. A clause: no view tells.
 */
export async function answerBalances(
  world: World,
  { token, abi, from, named }: { token: Address; abi: Abi; from: Address; named: Hex },
): Promise<string | undefined> {
  const views = abi.filter((item) => item.type === "function").filter(tellsAnAddress);
  const receiver = world.accounts.at(-1);
  const held = await balanceOf(world, token, from);
  if (views.length === 0 || receiver === undefined || held === 0n) return "no view of it tells who sends";
  const before = await answersOf(world, token, views);
  const snapshot = await world.request("evm_snapshot", []);
  await world.send({ from, to: token, data: calls.transfer(receiver, held / 1000n) });
  const after = await answersOf(world, token, views);
  await world.request("evm_revert", [snapshot]);
  const sender = from.slice(2).toLowerCase();
  const view = views.find((_, index) => after[index]?.endsWith(sender) === true && before[index]?.endsWith(sender) === false);
  if (!view) return "no view of it tells who sends";
  await answerInstead(world, { token, named, code: balanceOfNamedBy(toFunctionSelector(view)) });
  return undefined;
}

const tellsAnAddress = ({ inputs, outputs, stateMutability }: AbiFunction): boolean =>
  stateMutability === "view" && inputs.length === 0 && outputs.length === 1 && outputs[0]?.type === "address";

const answersOf = (world: World, token: Address, views: readonly AbiFunction[]): Promise<(Hex | undefined)[]> =>
  Promise.all(views.map((view) => world.call(token, toFunctionSelector(view))));
