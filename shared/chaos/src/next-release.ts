import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

// `node --import next-release.ts MAIN` runs a service as its next release will be: it has another model, and writes a member into every
// message and every row that this release has never heard of. Everything else is this release's code, so nothing has to be built or kept.

/** The model version by which a row of the next release is known. */
const MODEL = "next-release";
/** The member that it adds. */
const ADDED = JSON.stringify({ added_by_the_next_release: { note: "unknown to this one" } });

/** Text of a file -> what it becomes. A change of that file that takes the text away ends the process at once. */
const changes: Readonly<Record<string, readonly [from: RegExp, to: string]>> = {
  "shared/model/model.json": [/"version": "[^"]+"/, `"version": "${MODEL}"`],
  "shared/bus/src/write-fact.ts": [/JSON\.stringify\(value\)/, `JSON.stringify({ ...value, ...${ADDED} })`],
  "shared/bus/src/rows.ts": [
    /const data = JSON\.stringify\(row\)/,
    `const data = JSON.stringify("payload" in row ? { ...row, payload: { ...row.payload, ...${ADDED} } } : row)`,
  ],
};
const root = fileURLToPath(new URL("../../../", import.meta.url));

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const change = url.startsWith("file:") ? changes[fileURLToPath(url).slice(root.length)] : undefined;
    if (!change) return loaded;
    const [from, to] = change;
    const { source } = loaded;
    const text = typeof source === "string" ? source : new TextDecoder().decode(source);
    if (!from.test(text)) throw new Error(`the next release cannot be made: ${url} has changed`);
    return { ...loaded, source: text.replace(from, () => to) };
  },
});
