import { expect, test } from "vitest";
import {
  ChainId,
  engineFilters,
  engineNames,
  enginesFor,
  familyOf,
  RESOLVER,
  resolverFilter,
  roles,
  roster,
  subjectParts,
  subjects,
  SYMBOL,
  workerOf,
} from "@token-sentiment/contract";

const job = "00000000-0000-8000-8000-000000000000";
const chains = ChainId.options;
const fits = (filter: string, subject: string) => {
  const tokens = subject.split(".");
  return filter.split(".").length === tokens.length && filter.split(".").every((token, i) => token === "*" || token === tokens[i]);
};

test("every fact has five tokens, and the stream takes it", () => {
  for (const subject of [
    subjects.request("1", job),
    subjects.request(SYMBOL, job),
    subjects.token("1", job),
    subjects.evidence("x", job),
  ]) {
    expect(fits(subjects.all, subject)).toBe(true);
    expect(fits(subjects.journalOf(job), subject)).toBe(true);
    expect(subjectParts(subject).job).toBe(job);
  }
});

test("a subject tells its kind, and the family, the engine or that it is of a symbol", () => {
  const told = (subject: string) => Object.values(subjectParts(subject)).slice(0, 2);
  expect(chains.map((chain) => told(subjects.request(chain, job)))).toEqual(chains.map((chain) => ["request", familyOf[chain]]));
  expect(told(subjects.request(SYMBOL, job))).toEqual(["request", SYMBOL]);
  expect(told(subjects.token("solana", job))).toEqual(["token", "svm"]);
  expect(told(subjects.evidence("security", job))).toEqual(["evidence", "security"]);
});

test("the request of a job is found whatever its scope, and nothing else is", () => {
  for (const scope of [...chains, SYMBOL] as const) {
    expect(fits(subjects.requestOf(job), subjects.request(scope, job))).toBe(true);
    expect(fits(subjects.requests, subjects.request(scope, job))).toBe(true);
  }
  expect(fits(subjects.requestOf(job), subjects.evidence("security", job))).toBe(false);
  expect(fits(subjects.requestOf(job), subjects.token("1", job))).toBe(false);
});

test("an engine is asked about exactly the requests that it consumes", () => {
  for (const engine of engineNames) {
    for (const chain of chains) {
      const asked = enginesFor(chain).includes(engine);
      for (const subject of [subjects.request(chain, job), subjects.token(chain, job)]) {
        expect(engineFilters(engine).some((filter) => fits(filter, subject))).toBe(asked);
      }
    }
    expect(engineFilters(engine).some((filter) => fits(filter, subjects.evidence(engine, job)))).toBe(false);
  }
});

test("an engine covers a family of chains whole or not at all, for it is delivered the requests of all of them", () => {
  for (const engine of engineNames) {
    const covered: readonly ChainId[] = roster[engine].chains;
    const families = new Set(covered.map((chain) => familyOf[chain]));
    const delivered = chains.filter((chain) => families.has(familyOf[chain]));
    const advice =
      `${engine} covers a part of a family. Give its row in roster.ts the other chains and let it answer not_applicable there, ` +
      "or have serveEngine acknowledge, without an answer, what is of a chain that is not in the row (decision 0027).";
    expect(covered.toSorted(), advice).toEqual(delivered.toSorted());
  }
});

test("an engine needs one filter, because with several the broker walks all that it holds (decision 0027)", () => {
  for (const engine of engineNames) expect(engineFilters(engine), engine).toHaveLength(1);
  expect(engineFilters("market")).toEqual(["analysis.*.contract.*.*"]);
  expect(engineFilters("security")).toEqual(["analysis.*.contract.evm.*"]);
});

test("a request without a contract goes to the resolver, and to no engine", () => {
  const subject = subjects.request(SYMBOL, job);
  expect(fits(resolverFilter, subject)).toBe(true);
  expect(engineNames.flatMap(engineFilters).filter((filter) => fits(filter, subject))).toEqual([]);
  for (const chain of chains) expect(fits(resolverFilter, subjects.request(chain, job))).toBe(false);
});

test("every engine and the resolver have a role of their own", () => {
  expect(roles.map(workerOf).filter((worker) => worker !== undefined)).toEqual([RESOLVER, ...engineNames]);
});
