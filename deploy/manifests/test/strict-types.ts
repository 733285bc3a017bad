import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Rendered } from "./render.ts";

const KEDA = "@kubernetes-models/keda/keda.sh/v1alpha1";

/** Where the type of each kind is. */
const typeOf = ({ apiVersion, kind }: Rendered): string =>
  apiVersion.startsWith("keda.sh/") ? `${KEDA}/${kind}` : `kubernetes-models/${apiVersion}/${kind}`;

/**
 * What the compiler says about objects as literals of their Kubernetes types, a line each; none = they fit. A literal may have no member
 * that its type lacks, so a field that Kubernetes does not know is an error, as in strict server-side validation.
 */
export async function strictProblems(objects: readonly Rendered[]): Promise<string[]> {
  const folder = await mkdtemp(join(import.meta.dirname, ".strict-"));
  try {
    const lines = objects.flatMap((object, index) => [
      `import type { I${object.kind} as Kind${index} } from "${typeOf(object)}";`,
      `export const object${index}: Kind${index} = ${JSON.stringify(object, undefined, 1)};`,
    ]);
    await writeFile(join(folder, "objects.ts"), lines.join("\n"));
    const options = { extends: "../../../../tsconfig.base.json", include: ["objects.ts"] };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(options));
    return await compilerSays(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function compilerSays(folder: string): Promise<string[]> {
  return new Promise((done, fail) => {
    execFile("tsc", ["-p", folder, "--pretty", "false"], { maxBuffer: 1 << 24 }, (error, stdout) => {
      if (error && stdout === "") fail(new Error("the compiler cannot be run", { cause: error }));
      else done(stdout.split("\n").filter((line) => line.includes("error TS")));
    });
  });
}
