import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { openSimulator } from "../src/simulation/open-simulator.ts";
import type { Simulation } from "../src/simulation/protocol.ts";

/** A child in the simulator's place; `amount` tells it what to do. */
async function child(source: string): Promise<{ childPath: string } & AsyncDisposable> {
  const folder = await mkdtemp(path.join(tmpdir(), "simulator-"));
  const childPath = path.join(folder, "child.mjs");
  await writeFile(
    childPath,
    `process.on("message", ({ amount }) => { ${source} }); process.on("disconnect", () => process.exit()); process.send("ready");`,
  );
  return { childPath, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}
const simulation = (amount: string): Simulation => ({
  mint: { address: "x", program: "x", data: "", executable: false },
  decimals: 0,
  amount,
  epochs: ["1"],
});
const FINE = 'process.send([{ delivered: "1" }])';
const delivered = [{ delivered: "1" }];

test("an input that kills the simulator costs its own answer, and the next has another process", async () => {
  await using killed = await child(`amount === "1" ? process.abort() : ${FINE}`);
  await using simulator = openSimulator(killed);
  const answers = await Promise.all(["0", "1", "2"].map((amount) => simulator.run(simulation(amount))));
  expect(answers).toEqual([delivered, undefined, delivered]);
});

test("an input that hangs it costs its own time", async () => {
  await using stuck = await child(`if (amount === "1") for (;;); ${FINE}`);
  await using simulator = openSimulator({ ...stuck, runMs: 1500 });
  expect(await simulator.run(simulation("1"))).toBeUndefined();
  expect(await simulator.run(simulation("0"))).toEqual(delivered);
});

test("memory outside of V8's limits is bounded too: growth ends the process, not the engine", async () => {
  // answers only when it got two gigabytes; the kernel counts them before they are touched
  await using grown = await child(
    `const kept = []; if (amount === "1") for (let mib = 0; mib < 2048; mib += 64) kept.push(Buffer.allocUnsafe(64 << 20)); ${FINE}`,
  );
  await using simulator = openSimulator({ ...grown, runMs: 20_000 });
  expect(await simulator.run(simulation("1"))).toBeUndefined();
  expect(await simulator.run(simulation("0"))).toEqual(delivered);
});

test("a process is replaced after a hundred simulations", async () => {
  await using counted = await child('process.send([{ refused: "transfer", by: String(process.pid) }])');
  await using simulator = openSimulator(counted);
  const answers = await Promise.all(Array.from({ length: 101 }, () => simulator.run(simulation("0"))));
  expect(new Set(answers.map((runs) => JSON.stringify(runs)))).toHaveLength(2);
  expect(answers.at(0)).toEqual(answers.at(99));
  expect(answers.at(99)).not.toEqual(answers.at(100));
});

test("nonsense is no answer: other shapes, other counts, and a mint that no machine takes", async () => {
  await using odd = await child(`process.send(amount === "1" ? [{ delivered: "-1" }] : amount === "2" ? [] : [{ delivered: "1" }])`);
  await using simulator = openSimulator(odd);
  expect(await simulator.run(simulation("1"))).toBeUndefined();
  expect(await simulator.run(simulation("2"))).toBeUndefined();
  expect(await simulator.run(simulation("0"))).toEqual(delivered);
  await using real = openSimulator();
  expect(await real.run(simulation("1"))).toBeUndefined();
});

test("its process has none of our environment, where the keys are", async () => {
  await using nosy = await child("process.send([{ refused: 'transfer', by: String(process.env.HOME ?? process.env.PATH) }])");
  await using simulator = openSimulator(nosy);
  expect(await simulator.run(simulation("0"))).toEqual([{ refused: "transfer", by: "undefined" }]);
});

test("nothing starts any more once it is disposed", async () => {
  await using fine = await child(FINE);
  const simulator = openSimulator(fine);
  await simulator[Symbol.asyncDispose]();
  expect(await simulator.run(simulation("0"))).toBeUndefined();
});

test("whoever waits behind a hanging input waits no longer than its own time, and is not tried afterwards", async () => {
  await using stuck = await child(`if (amount === "1") for (;;); process.send([{ delivered: amount }])`);
  await using simulator = openSimulator({ ...stuck, runMs: 1500 });
  const hanging = simulator.run(simulation("1"));
  const given = new AbortController();
  const waiting = simulator.run(simulation("2"), given.signal);
  given.abort();
  expect(await waiting).toBeUndefined();
  // the answer is that of the third, so the second was never sent
  expect(await Promise.all([hanging, simulator.run(simulation("3"))])).toEqual([undefined, [{ delivered: "3" }]]);
});
