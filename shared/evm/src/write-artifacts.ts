import { writeArtifacts } from "./compile.ts";

await writeArtifacts(new URL("../contracts/", import.meta.url), new URL("../artifacts/", import.meta.url));
