import { createRequire } from "node:module";
import solc from "solc/wrapper.js";
import { z } from "zod";

/** One compiler in a process of its own, which an old one may end or block: one standard JSON input in, one output out. */
const [soljson = ""] = process.argv.slice(2);
const load = createRequire(import.meta.url);
const Input = z.string();
const compiler: { compile: (input: string) => string } = solc(load(soljson));

process.on("message", (input) => process.send?.(compiler.compile(Input.parse(input))));
process.on("disconnect", () => process.exit());
process.send?.("ready");
