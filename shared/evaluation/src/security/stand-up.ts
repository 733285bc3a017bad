import { type Abi, type AbiFunction, type Address, concatHex, encodeAbiParameters, encodeFunctionData, type Hex, size } from "viem";
import type { Build } from "./compile-sample.ts";
import { answerAtNamed, answerAtStored, type Answering, STAND_IN } from "./absent-contracts.ts";
import { type Cast, constructorInputs, distinctLeans, guessAll, type Lean, leans } from "./guess.ts";
import type { World } from "./open-world.ts";
import type { Sample } from "./sample.ts";
import { answerBalances } from "./answer-balances.ts";
import { setStorage } from "./set-storage.ts";
import { addressOf, calls } from "./token-abi.ts";

/** A contract on a chain of its own. */
export interface Standing {
  token: Address;
  /** Undefined: set by its code, without source. */
  abi: Abi | undefined;
  how: string;
  /** Who may hold what it created. */
  named: Address[];
  /** Whom its owner's functions listen to, as far as it tells. */
  owner: Address;
}

/** Where code is set that cannot be constructed. */
const PLACE: Address = "0x5a3b1e0000000000000000000000000000000001";

/** Those whom a token may be told of, on this chain. */
export function castOf(world: World, pair?: Address): Cast {
  const [deployer, second, ...others] = world.accounts;
  if (deployer === undefined || second === undefined) throw new Error("the chain has no accounts");
  const { exchange, otherToken } = world;
  return { deployer, strangers: [second, ...others], ...exchange, pair, otherToken, standIn: STAND_IN, now: world.now() };
}

const ABSENT = ["as an exchange", "zero", "agreement", "the sender's balance"] as const;

/** One way to put a sample on the chain. */
export interface Way {
  by: "its creation code" | "its source" | "its code";
  lean: Lean;
  /** What answers at the addresses that the code names and that have no code here. */
  absent: Answering;
}

/**
 * The ways to try, likeliest first: by the constructor code the dataset has, by its compiled source with arguments made up from their
 * names, and by its code alone; at first with nobody at the addresses of contracts that the dataset does not have.
 */
export function waysFor(sample: Sample, build: Build | string): Way[] {
  const [likely] = leans;
  const distinct = typeof build === "string" ? [] : distinctLeans(constructorInputs(build.abi));
  const built = (absent: Answering): Way[] => [
    ...(sample.creation === undefined || !likely ? [] : [{ by: "its creation code", lean: likely, absent } as const]),
    ...(typeof build === "string" ? [] : distinct.map((lean) => ({ by: "its source", lean, absent }) as const)),
  ];
  const code = codeOf(sample, build);
  const set = (absent: Answering): Way[] => (code === undefined || !likely ? [] : [{ by: "its code", lean: likely, absent }]);
  return [...built("nothing"), ...ABSENT.flatMap((absent) => built(absent).slice(0, 4)), ...set("nothing"), ...ABSENT.flatMap(set)];
}

const codeOf = (sample: Sample, build: Build | string): Hex | undefined => {
  const code = sample.runtime ?? (typeof build === "string" ? undefined : build.runtime);
  return code === undefined || size(code) === 0 ? undefined : code;
};

/** The code that names the contracts it asks. */
const namedIn = (sample: Sample, build: Build | string): Hex =>
  sample.creation ?? (typeof build === "string" ? (codeOf(sample, build) ?? "0x") : build.creation);

/** Puts a sample on the chain in one way, or tells in a clause why that fails. */
export async function standUp(
  world: World,
  { sample, build, way }: { sample: Sample; build: Build | string; way: Way },
): Promise<Standing | string> {
  const { deployer, strangers } = castOf(world);
  const built = await put(world, { sample, build, way });
  if (typeof built === "string") return built;
  await answerAtStored(world, built.token, way.absent);
  if (way.by === "its code") {
    const failed = await setStorage(world, built.token, deployer);
    if (failed !== undefined) return `set by its code, ${failed}`;
  }
  if (way.absent === "the sender's balance") {
    const abi = typeof build === "string" ? [] : build.abi;
    const failed = await answerBalances(world, { token: built.token, abi, from: deployer, named: namedIn(sample, build) });
    if (failed !== undefined) return failed;
  }
  const owner = (await addressOf(world, built.token, calls.owner)) ?? (await addressOf(world, built.token, calls.getOwner));
  const named = [deployer, ...(owner ? [owner] : []), ...built.named, strangers[0], built.token];
  const absent = way.absent === "nothing" ? "" : `, absent contracts answering ${way.absent}`;
  const compiler = way.by === "its source" && typeof build !== "string" ? ` with solc ${build.compiler}` : "";
  return {
    token: built.token,
    abi: typeof build === "string" ? undefined : build.abi,
    how: `by ${way.by}${compiler}${absent}`,
    named: [...new Set(named)],
    owner: owner ?? deployer,
  };
}

async function put(
  world: World,
  { sample, build, way }: { sample: Sample; build: Build | string; way: Way },
): Promise<{ token: Address; named: Address[] } | string> {
  const code = codeOf(sample, build);
  await answerAtNamed(world, namedIn(sample, build), way.absent);
  if (way.by === "its code") {
    await world.request("anvil_setCode", [PLACE, code]);
    return { token: PLACE, named: [] };
  }
  const data =
    way.by === "its creation code" ? sample.creation : typeof build === "string" ? undefined : creationOf(world, build, way.lean);
  if (data === undefined) return "its constructor takes arguments that cannot be made up";
  for (const value of [undefined, 10n ** 18n]) {
    const { ok, created, named } = await world.send({ from: castOf(world).deployer, data, ...(value === undefined ? {} : { value }) });
    if (ok && created) return { token: created, named };
  }
  return "its constructor refuses all arguments that were made up";
}

function creationOf(world: World, build: Build, lean: Lean): Hex | undefined {
  const inputs = constructorInputs(build.abi);
  const values = guessAll(inputs, castOf(world), lean);
  return values && concatHex([build.creation, encodeAbiParameters(inputs, values)]);
}

/** Functions of an ABI that change state. */
export const actionsOf = (abi: Abi): AbiFunction[] =>
  abi.filter((item) => item.type === "function").filter(({ stateMutability }) => stateMutability !== "view" && stateMutability !== "pure");

/** A call of a function with arguments made up from its name and theirs; undefined when they cannot be. */
export function callOf(action: AbiFunction, cast: Cast, address: Lean["address"] = "deployer"): Hex | undefined {
  const inputs = action.inputs.map((input) => ({ ...input, name: `${action.name} ${input.name ?? ""}` }));
  const args = guessAll(inputs, cast, { address, supply: "units", gates: "open" });
  return args && encodeFunctionData({ abi: [action], functionName: action.name, args });
}
