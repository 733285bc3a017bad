import { expect, test } from "vitest";
import { createGate } from "./gate.ts";

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Runs that end when told, and a record of what began. */
function track() {
  const gate = createGate();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, how: "shared" | "alone") =>
    gate[how](async () => {
      begun.push(name);
      await new Promise<void>((end) => ends.set(name, end));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await settle();
  };
  return { run, begun, end };
}

test("shared runs pass together", async () => {
  const { run, begun } = track();
  void run("a", "shared");
  void run("b", "shared");
  await settle();
  expect(begun).toEqual(["a", "b"]);
});

test("a run alone waits for the others, and the others for it, in order of arrival", async () => {
  const { run, begun, end } = track();
  void run("a", "shared");
  void run("b", "alone");
  void run("c", "shared");
  void run("d", "alone");
  await settle();
  expect(begun).toEqual(["a"]);
  await end("a");
  expect(begun).toEqual(["a", "b"]);
  await end("b");
  expect(begun).toEqual(["a", "b", "c"]);
  await end("c");
  expect(begun).toEqual(["a", "b", "c", "d"]);
});

test("a run that fails lets the next one in", async () => {
  const gate = createGate();
  await expect(gate.alone(() => Promise.reject(new Error("bug")))).rejects.toThrow("bug");
  expect(await gate.alone(async () => "next")).toBe("next");
});
