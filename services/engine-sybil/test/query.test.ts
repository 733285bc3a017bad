import { termsIn } from "@token-sentiment/contract";
import { expect, test } from "vitest";
import { queryTerms } from "../src/sources/query-terms.ts";
import { ambiguous, type LabelledPost, sample } from "./query-sample.ts";

const contract_address = "0x00000000000000000000000000000000000000Aa";
const terms = new Map(
  [...new Set(sample.map(({ symbol }) => symbol))].map((coin_symbol) => [
    coin_symbol,
    queryTerms({ coin_symbol, ...(coin_symbol === "OAK" && { contract_address }) }, coin_symbol === "OAK" ? { handle: "oakproject" } : {}),
  ]),
);
const isFound = ({ symbol, text }: LabelledPost) => terms.get(symbol)?.mayMean(text) === true;

/** The posts found wrongly and those missed are told when a bound does not hold. */
function score(posts: readonly LabelledPost[]) {
  const found = posts.filter(isFound);
  const right = found.filter(({ isMeant }) => isMeant);
  return {
    precision: right.length / found.length,
    recall: right.length / posts.filter(({ isMeant }) => isMeant).length,
    wrong: found.filter(({ isMeant }) => !isMeant).map(({ symbol, text }) => `${symbol}: ${text}`),
    missed: posts.filter((post) => post.isMeant && !isFound(post)).map(({ symbol, text }) => `${symbol}: ${text}`),
  };
}

test("the query finds a coin's posts and leaves ordinary talk alone, on a labelled sample of our own", () => {
  const all = score(sample);
  const words = score(sample.filter(({ symbol }) => ambiguous.has(symbol)));
  process.stdout.write(
    `  query: ${sample.length} posts, precision ${all.precision.toFixed(3)}, recall ${all.recall.toFixed(3)}; ` +
      `of symbols that are words ${words.precision.toFixed(3)} and ${words.recall.toFixed(3)}\n${[...all.wrong.map((t) => `    wrong  ${t}`), ...all.missed.map((t) => `    missed ${t}`)].join("\n")}\n`,
  );
  expect(sample.length).toBeGreaterThanOrEqual(150);
  expect(all.precision, all.wrong.join("\n")).toBeGreaterThanOrEqual(0.95);
  expect(all.recall, all.missed.join("\n")).toBeGreaterThanOrEqual(0.9);
  expect(words.precision, words.wrong.join("\n")).toBeGreaterThanOrEqual(0.95);
  expect(words.recall, words.missed.join("\n")).toBeGreaterThanOrEqual(0.9);
});

test("cashtags alone would find fewer, and a search for the bare word would drag in as much again", () => {
  const by = (finds: (post: LabelledPost) => boolean) => {
    const found = sample.filter(finds);
    const right = found.filter(({ isMeant }) => isMeant).length;
    return { precision: right / found.length, recall: right / sample.filter(({ isMeant }) => isMeant).length };
  };
  expect(by(({ symbol, text }) => terms.get(symbol)?.names(text) === true).recall).toBeLessThan(0.6);
  expect(by(({ symbol, text }) => new RegExp(`\\b${symbol}\\b`, "i").test(text)).precision).toBeLessThan(0.6);
});

test("what the query finds of ordinary characters the collector has under the token's terms", () => {
  const missing = sample
    .filter((post) => post.isMeant && isFound(post))
    .filter(({ symbol, text }) => {
      const wanted = terms.get(symbol)?.collected.map(({ kind, term }) => `${kind} ${term}`) ?? [];
      return !termsIn(text).some(({ kind, term }) => wanted.includes(`${kind} ${term}`));
    });
  // a project's account is no term of the stream, nor is a disguise in other alphabets; the rest says no word of crypto
  process.stdout.write(
    `  the collector has ${sample.filter(({ isMeant }) => isMeant).length - missing.length} of ${sample.filter(({ isMeant }) => isMeant).length}\n${missing.map(({ text }) => `    ${text}`).join("\n")}\n`,
  );
  expect(missing.length).toBeLessThanOrEqual(12);
});
