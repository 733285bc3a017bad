import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sealingSecret } from "./sealing-secret.ts";

const SECRET = "a secret of at least thirty-two bytes";
const ours = sealingSecret(SECRET, "tests");

test("what is sealed opens again, and sealing the same twice gives the same", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, about) => {
      const sealed = ours.seal(text, about);
      expect(sealed).toBe(ours.seal(text, about));
      expect(sealed).toMatch(/^[\w-]+$/);
      expect(sealingSecret(SECRET, "tests").open(sealed, about)).toBe(text);
    }),
    { seed: 1, numRuns: 200 },
  );
});

test("it opens neither about something else, nor with another secret or purpose, nor when a bit of it was changed", () => {
  const sealed = ours.seal("https://hooks.acme.com/in?token=secret", "job-1");
  expect(sealed).not.toContain("acme");
  expect(Buffer.from(sealed, "base64url").toString("latin1")).not.toContain("acme");
  expect(ours.open(sealed, "job-2")).toBeUndefined();
  expect(sealingSecret(`${SECRET}!`, "tests").open(sealed, "job-1")).toBeUndefined();
  expect(sealingSecret(SECRET, "other").open(sealed, "job-1")).toBeUndefined();
  const bytes = Buffer.from(sealed, "base64url");
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3]! ^= 1 << (bit & 7);
    expect(ours.open(changed.toString("base64url"), "job-1")).toBeUndefined();
  }
  for (const junk of ["", "AAAA", "%%%"]) expect(ours.open(junk, "job-1")).toBeUndefined();
});

test("what is derived differs by what it is about, and does not hold the secret", () => {
  const [one, two] = [ours.derive("key:acme"), ours.derive("key:other")];
  expect(one).toHaveLength(32);
  expect(one.equals(two)).toBe(false);
  expect(one.equals(ours.derive("key:acme"))).toBe(true);
});
