import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

/** Names every package that importing `module` loads. */
const script = (module: string) => `
  import { registerHooks } from "node:module";
  const packages = new Set();
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const name = /.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(found.url)?.[1];
      if (name) packages.add(name);
      return found;
    },
  });
  await import(${JSON.stringify(module)});
  console.log(JSON.stringify([...packages]));
  process.exit(0);
`;
const loadedBy = async (module: URL): Promise<string[]> =>
  JSON.parse((await run("node", ["--input-type=module", "-e", script(module.href)])).stdout);

test("a gateway that nobody has paid, spoken to as a model, or asked for the reference, has loaded nothing that is for those alone", async () => {
  const packages = await loadedBy(new URL("../src/index.ts", import.meta.url));
  expect(packages).toContain("fastify");
  expect(packages.filter((name) => /^@scalar\/|^@x402\/|^@a2a-js\/|^@modelcontextprotocol\/|^viem$/.test(name))).toEqual([]);
});

test("what is loaded is seen, so that the test before can fail", async () => {
  expect(await loadedBy(new URL("../src/mcp/mcp-server.ts", import.meta.url))).toContain("@modelcontextprotocol/sdk");
});
