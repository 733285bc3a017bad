import { type Abi, type AbiFunction, type Address, concatHex, encodeAbiParameters, encodeFunctionData, getAddress, type Hex, size } from "viem";
import type { Build } from "./compile-sample.ts";
import { type Cast, constructorInputs, guessAll, leans } from "./guess.ts";
import type { World } from "./open-world.ts";
import type { Sample } from "./sample.ts";
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
const PLACE: Address = "0x5A3B1E0000000000000000000000000000000001";

/** Those whom a token may be told of, on this chain. */
export function castOf(world: World, pair?: Address): Cast {
  const [, second, ...others] = world.accounts;
  const [deployer] = world.accounts;
  if (deployer === undefined || second === undefined) throw new Error("the chain has no accounts");
  return { deployer, strangers: [second, ...others], ...world.exchange, pair, otherToken: world.otherToken, now: world.now() };
}

/**
 * Puts a sample on the chain: by the constructor code the dataset has, else by its compiled source with arguments made up from their
 * names, else by its code alone with the storage that its views show. A clause when none of it can be done.
 */
export async function standUp(world: World, sample: Sample, build: Build | string): Promise<Standing | string> {
  const abi = typeof build === "string" ? undefined : build.abi;
  const constructed = (await sent(world, sample.creation)) ?? (typeof build === "string" ? undefined : await construct(world, build));
  if (constructed) return await described(world, { ...constructed, abi });
  const code = sample.runtime ?? (typeof build === "string" ? undefined : build.runtime);
  if (code === undefined || size(code) === 0) return typeof build === "string" ? build : "its constructor refuses all arguments that were made up";
  await world.request("anvil_setCode", [PLACE, code]);
  const set = await setStorage(world, PLACE, castOf(world).deployer);
  if (set !== undefined) return `${typeof build === "string" ? build : "its constructor refuses all arguments that were made up"}; set by its code, ${set}`;
  return await described(world, { token: PLACE, abi, how: "set by its code", named: [] });
}

async function described(world: World, built: Omit<Standing, "owner">): Promise<Standing> {
  const { deployer, strangers } = castOf(world);
  const owner = (await addressOf(world, built.token, calls.owner)) ?? (await addressOf(world, built.token, calls.getOwner));
  const named = [deployer, ...(owner ? [owner] : []), ...built.named, strangers[0], built.token];
  return { ...built, owner: owner ?? deployer, named: [...new Set(named)] };
}

/** Sends constructor code as it was sent before. */
async function sent(world: World, creation: Hex | undefined): Promise<Omit<Standing, "owner" | "abi"> | undefined> {
  if (creation === undefined) return undefined;
  const { ok, created, named } = await world.send({ from: castOf(world).deployer, data: creation });
  return ok && created ? { token: created, how: "from its creation code", named } : undefined;
}

/** Deploys a build; when all guesses fail, once more with something at the addresses that its code names. */
async function construct(world: World, build: Build): Promise<Omit<Standing, "owner" | "abi"> | undefined> {
  const inputs = constructorInputs(build.abi);
  const tries = inputs.length === 0 ? leans.slice(0, 1) : leans;
  for (const filled of [false, true]) {
    if (filled) await fillNamed(world, build.creation);
    for (const lean of tries) {
      const values = guessAll(inputs, castOf(world), lean);
      if (!values) return undefined;
      const data = concatHex([build.creation, encodeAbiParameters(inputs, values)]);
      for (const value of [undefined, 10n ** 18n]) {
        const from = castOf(world).deployer;
        const { ok, created, named } = await world.send({ from, data, ...(value === undefined ? {} : { value }) });
        if (ok && created) return { token: created, how: `compiled with solc ${build.compiler}`, named };
      }
    }
  }
  return undefined;
}

/** Puts a plain token wherever a code names an address at which there is nothing. */
async function fillNamed(world: World, code: Hex): Promise<void> {
  const plain = await world.request("eth_getCode", [world.otherToken, "latest"]);
  for (const [, digits = ""] of code.matchAll(/73([0-9a-f]{40})/g)) {
    const address = getAddress(`0x${digits}`);
    if (/^0{8}|^f{8}|0{16}/.test(digits) || (await world.request("eth_getCode", [address, "latest"])) !== "0x") continue;
    await world.request("anvil_setCode", [address, plain]);
  }
}

/** Functions of an ABI that change state. */
export const actionsOf = (abi: Abi): AbiFunction[] =>
  abi.filter((item) => item.type === "function").filter(({ stateMutability }) => stateMutability !== "view" && stateMutability !== "pure");

/** A call of a function with arguments made up from its name and theirs; undefined when they cannot be. */
export function callOf(action: AbiFunction, cast: Cast): Hex | undefined {
  const inputs = action.inputs.map((input) => ({ ...input, name: `${action.name} ${input.name ?? ""}` }));
  const args = guessAll(inputs, cast, { address: "deployer", supply: "units" });
  return args && encodeFunctionData({ abi: [action], functionName: action.name, args });
}
