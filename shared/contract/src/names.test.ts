import { expect, test } from "vitest";
import {
  engineFilters,
  engineNames,
  enginesFor,
  RESOLVER,
  resolverFilter,
  roles,
  subjects,
  SYMBOL,
  workerOf,
} from "@token-sentiment/contract";

const job = "00000000-0000-8000-8000-000000000000";
const fits = (filter: string, subject: string) => {
  const tokens = subject.split(".");
  return filter.split(".").length === tokens.length && filter.split(".").every((token, i) => token === "*" || token === tokens[i]);
};

test("every fact has four tokens, and the stream takes it", () => {
  for (const subject of [subjects.request("1", job), subjects.token("1", job), subjects.evidence("security", job)]) {
    expect(fits(subjects.all, subject)).toBe(true);
    expect(fits(subjects.journalOf(job), subject)).toBe(true);
  }
});

test("the request of a job is found whatever its scope, and nothing else is", () => {
  for (const scope of ["1", "56", "8453", "solana", SYMBOL]) expect(fits(subjects.requestOf(job), subjects.request(scope, job))).toBe(true);
  expect(fits(subjects.requestOf(job), subjects.evidence("security", job))).toBe(false);
});

test("an engine is asked about exactly the requests that it consumes", () => {
  for (const engine of engineNames) {
    for (const chain of ["1", "56", "8453", "solana"] as const) {
      const asked = enginesFor(chain).includes(engine);
      for (const subject of [subjects.request(chain, job), subjects.token(chain, job)]) {
        expect(engineFilters(engine).some((filter) => fits(filter, subject))).toBe(asked);
      }
    }
  }
});

test("a request without a contract goes to the resolver, and to no engine", () => {
  const subject = subjects.request(SYMBOL, job);
  expect(fits(resolverFilter, subject)).toBe(true);
  expect(engineNames.flatMap(engineFilters).filter((filter) => fits(filter, subject))).toEqual([]);
});

test("every engine and the resolver have a role of their own", () => {
  expect(roles.map(workerOf).filter((worker) => worker !== undefined)).toEqual([RESOLVER, ...engineNames]);
});
