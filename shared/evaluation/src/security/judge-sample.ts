import type { Signal } from "@token-sentiment/contract";
import type { Address } from "viem";
import { analyze } from "./analyze.ts";
import { type Build, compileSample, isToken, selectorsOf } from "./compile-sample.ts";
import type { Compilers } from "./open-compilers.ts";
import { openMarket, type Stage } from "./open-market.ts";
import { chainOfCode, openWorld, type World } from "./open-world.ts";
import type { Sample } from "./sample.ts";
import { castOf, type Standing, standUp, type Way, waysFor } from "./stand-up.ts";
import { balanceOf } from "./token-abi.ts";

/** What came of one sample. `why` is a clause: why it could not be judged. */
export type Judgement = { sample: Sample; how: string } & ({ judged: true; signals: Signal[] } | { judged: false; why: string });

/**
 * Puts a sample on a fresh chain, gives it a market and asks the engine. Judged is what has a funded pool and a holder who got some of it:
 * without these the engine would be asked about something that is not what was labelled.
 */
export async function judgeSample(compilers: Compilers, sample: Sample): Promise<Judgement> {
  const build = await compileSample(compilers, sample);
  const not = notAToken(sample, build);
  if (not !== undefined) return { sample, how: "", judged: false, why: not };
  const codes = [sample.creation, typeof build === "string" ? undefined : build.creation, sample.runtime, sample.source];
  await using world = await openWorld(chainOfCode(codes.find((code) => code !== undefined) ?? ""));
  const ways = waysFor(sample, build);
  let best: Tried = { stage: 0, way: undefined, how: "", why: typeof build === "string" ? build : "there is no way to put it on a chain" };
  for (const way of ways) {
    const snapshot = await world.request("evm_snapshot", []);
    const tried = await tryWay(world, { sample, build, way });
    if (tried.stage === 3) return { sample, how: tried.how, judged: true, signals: await analyze(world, tried.token ?? "0x") };
    await world.request("evm_revert", [snapshot]);
    if (tried.stage > best.stage || (best.way === undefined && typeof build !== "string")) best = tried;
  }
  if (best.stage < 2 || best.way === undefined) return { sample, how: best.how, judged: false, why: best.why };
  const again = await tryWay(world, { sample, build, way: best.way });
  return { sample, how: again.how, judged: true, signals: await analyze(world, again.token ?? "0x") };
}

/** How far one way led. */
interface Tried {
  stage: Stage;
  way: Way | undefined;
  how: string;
  why: string;
  token?: Address;
}

async function tryWay(world: World, of: { sample: Sample; build: Build | string; way: Way }): Promise<Tried> {
  const standing = await standUp(world, of);
  if (typeof standing === "string") return { stage: 0, way: of.way, how: "", why: standing };
  const market = await openMarket(world, standing);
  const opened = market.opened.length > 0 ? `, opened by ${market.opened.join(", ")}` : "";
  const how = `${standing.how}, chain ${world.chain}${opened}`;
  const why = market.stage < 2 ? await whyNoMarket(world, standing, market.stage) : "";
  return { stage: market.stage, way: of.way, how, why, token: standing.token };
}

const MINIMAL_PROXY = /^0x363d3d373d3d3d363d73|^0x3d602d80600a3d3981f3/;

function notAToken({ source, runtime }: Sample, build: Build | string): string | undefined {
  if (typeof build !== "string") {
    if (isToken(selectorsOf(build.abi))) return undefined;
    return `it is no ERC-20 token: ${build.contract} has no totalSupply, balanceOf and transfer`;
  }
  if (runtime === undefined) return source === undefined ? "the dataset has neither source nor code of it" : undefined;
  if (MINIMAL_PROXY.test(runtime)) return "its code forwards to one that the dataset does not have";
  const tokenSelectors = ["18160ddd", "70a08231", "a9059cbb"];
  return tokenSelectors.every((selector) => runtime.includes(selector)) ? undefined : "its code is no ERC-20 token's";
}

async function whyNoMarket(world: World, { token }: Standing, stage: Stage): Promise<string> {
  if (stage === 1) return "a plain holder cannot be sent any of it, whatever its owner calls first";
  const held = await balanceOf(world, token, castOf(world).deployer);
  return held > 0n
    ? "its pool cannot be funded, whatever its owner calls first"
    : "nobody who is known holds any of it, and none can be made";
}
