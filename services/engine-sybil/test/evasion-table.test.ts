import { createRandom, talkAbout } from "@token-sentiment/sandbox";
import { expect, test } from "vitest";
import { createFold } from "../src/text/fold.ts";
import { createNearDuplicates } from "../src/text/near-duplicates.ts";
import { skeleton } from "../src/text/skeleton.ts";
import { attacksWith } from "./attacks.ts";
import { NOW } from "./analyze.ts";

const TEXTS = 400;
/** How far below the table a row may lie (sybil.md §11). */
const SLACK = 0.03;

const fold = createFold("OAK");
const key = (text: string): string => fold(skeleton(text));
/** Sentences of the crowd: 12 to 30 words each. */
const texts = [
  ...new Set(
    Array.from({ length: 60 }, (_, seed) => talkAbout({ coin_symbol: "OAK", talk: "panic" }, NOW, `seed ${seed}`))
      .flat()
      .map(({ text }) => text),
  ),
].slice(0, TEXTS);

/** The crowd's own words of four to nine letters, as the table's attacks took them. */
const [one = "", ...more] = new Set(texts.join(" ").match(/\b[a-z]{4,9}\b/g));
const attacks = attacksWith([one, ...more]);

/** Whether a text's disguised copy falls into its cluster. */
function isFound(text: string, copy: string): boolean {
  const { add } = createNearDuplicates({ texts: 2 });
  const original = add(key(text));
  return original !== undefined && add(key(copy)) === original;
}

const found: Record<string, number> = {};
test.each(Object.entries(attacks))("copies under the disguise %j are found as often as the table lists", (name, { listed, disguise }) => {
  expect(texts).toHaveLength(TEXTS);
  const random = createRandom(name);
  const copies = texts.map((text) => disguise(text, random));
  expect(copies.filter((copy, index) => copy !== texts[index]).length).toBeGreaterThan(0.7 * TEXTS);
  const share = texts.filter((text, index) => isFound(text, copies[index]!)).length / TEXTS;
  found[name] = share;
  expect(share).toBeGreaterThanOrEqual(listed - SLACK);
});

test("over all seventeen disguises as many are found as the table's mean, and two sentences of the crowd are no copies", () => {
  const shares = Object.values(found);
  process.stdout.write(
    `  ${Object.entries(found)
      .map(([name, share]) => `${name} ${share.toFixed(2)}`)
      .join(", ")}\n`,
  );
  expect(shares).toHaveLength(17);
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThanOrEqual(0.878 - SLACK);
  const alike = texts.slice(1).filter((text, index) => isFound(texts[index]!, text)).length;
  expect(alike / TEXTS).toBeLessThanOrEqual(0.05);
});
