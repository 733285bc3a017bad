import type { Signal } from "@token-sentiment/contract";
import type { EvmChain } from "@token-sentiment/sandbox";
import type { Hex } from "viem";
import { analyze } from "./analyze.ts";
import { type Build, compileSample, isToken, selectorsOf } from "./compile-sample.ts";
import type { Compilers } from "./open-compilers.ts";
import { openMarket } from "./open-market.ts";
import { chainOfCode, openWorld, type World } from "./open-world.ts";
import type { Sample } from "./sample.ts";
import { castOf, type Standing, standUp, type Way, waysFor } from "./stand-up.ts";
import { balanceOf, calls } from "./token-abi.ts";
import type { Stage } from "./trade.ts";

/**
 * What came of one sample. `signals`: what the engine says of it as it was traded; `unopened`: what it said before the owner opened it, if
 * that was needed. `why` is a clause: why it could not be judged.
 */
export type Judgement = { sample: Sample; how: string } & (
  | { judged: true; signals: Signal[]; unopened: Signal[] }
  | { judged: false; why: string }
);

/**
 * Puts a sample on a fresh chain, gives it a market and asks the engine. Judged is what has a funded pool and a holder who got some of it:
 * without these the engine would be asked about something that is not what was labelled.
 */
export async function judgeSample(compilers: Compilers, sample: Sample): Promise<Judgement> {
  const compiled = await compileSample(compilers, sample);
  const strange = typeof compiled !== "string" && !isToken(selectorsOf(compiled.abi)) && hasToken(sample.runtime);
  const build = strange ? "its source is not that of its code" : compiled;
  const not = notAToken(sample, build);
  if (not !== undefined) return { sample, how: "", judged: false, why: not };
  const codes = [sample.creation, typeof build === "string" ? undefined : build.creation, sample.runtime, sample.source];
  const chain = chainOfCode(codes.find((code) => code !== undefined) ?? "");
  let best: Tried | undefined;
  for (const way of waysFor(sample, build)) {
    // what was traded with somebody in the place of an absent contract counts only where nothing else could be
    if (way.absent !== "nothing" && best && best.stage >= 2) break;
    const tried = await tryWay(chain, { sample, build, way });
    if (!best || tried.stage > best.stage) best = tried;
    if (tried.stage === 3) break;
  }
  if (!best) return { sample, how: "", judged: false, why: typeof build === "string" ? build : "it has no code" };
  const { how, why, said } = best;
  return said ? { sample, how, judged: true, ...said } : { sample, how, judged: false, why };
}

/** How far one way led, and what the engine says of it where that is far enough. */
interface Tried {
  stage: Stage;
  how: string;
  why: string;
  said?: { signals: Signal[]; unopened: Signal[] };
}

/** Each way has a chain of its own: what one left behind is nothing to the next. */
async function tryWay(chain: EvmChain, of: { sample: Sample; build: Build | string; way: Way }): Promise<Tried> {
  await using world = await openWorld(chain);
  const standing = await standUp(world, of);
  if (typeof standing === "string") return { stage: 0, how: "", why: standing };
  let unopened: Signal[] = [];
  const { stage, opened } = await openMarket(world, standing, async () => {
    unopened = await analyze(world, standing.token);
  });
  const how = `${standing.how}, chain ${chain}${opened.length > 0 ? `, opened by ${opened.join(", ")}` : ""}`;
  if (stage < 2) return { stage, how, why: await whyNoMarket(world, standing, stage) };
  if (of.way.absent !== "nothing" && !(await movesWhatItSays(world, standing))) {
    return { stage: 1, how, why: "what a transfer moves is decided by a contract that the dataset does not have" };
  }
  return { stage, how, why: "", said: { signals: await analyze(world, standing.token), unopened: opened.length > 0 ? unopened : [] } };
}

/** Whether a holder who sends half is seen to keep about half: else whoever stands in for an absent contract made balances up. */
async function movesWhatItSays(world: World, { token }: Standing): Promise<boolean> {
  const [, , , friend, , , , , , , , , receiver] = world.accounts;
  if (!friend || !receiver) return false;
  const snapshot = await world.request("evm_snapshot", []);
  const before = await balanceOf(world, token, friend);
  const { ok } = await world.send({ from: friend, to: token, data: calls.transfer(receiver, before / 2n) });
  const [kept, got] = [await balanceOf(world, token, friend), await balanceOf(world, token, receiver)];
  await world.request("evm_revert", [snapshot]);
  return ok && kept * 100n >= before * 49n && kept <= before && got <= before;
}

const MINIMAL_PROXY = /^0x363d3d373d3d3d363d73|^0x3d602d80600a3d3981f3/;

/** A code has the functions that make a token. */
const hasToken = (runtime: Hex | undefined): boolean =>
  ["18160ddd", "70a08231", "a9059cbb"].every((selector) => runtime?.toLowerCase().includes(selector));

function notAToken({ source, runtime }: Sample, build: Build | string): string | undefined {
  if (typeof build !== "string") {
    if (isToken(selectorsOf(build.abi))) return undefined;
    return `it is no ERC-20 token: ${build.contract} has no totalSupply, balanceOf and transfer`;
  }
  if (runtime === undefined) return source === undefined ? "the dataset has neither source nor code of it" : undefined;
  if (MINIMAL_PROXY.test(runtime)) return "its code forwards to one that the dataset does not have";
  return hasToken(runtime) ? undefined : "its code is no ERC-20 token's";
}

async function whyNoMarket(world: World, { token }: Standing, stage: Stage): Promise<string> {
  if (stage === 1) return "a plain holder cannot be sent any of it, whatever its owner calls first";
  const held = await balanceOf(world, token, castOf(world).deployer);
  return held > 0n
    ? "its pool cannot be funded, whatever its owner calls first"
    : "nobody who is known holds any of it, and none can be made";
}
