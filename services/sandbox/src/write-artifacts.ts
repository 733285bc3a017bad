import { writeArtifacts } from "@token-sentiment/evm/compile";

await writeArtifacts(new URL("../contracts/", import.meta.url), new URL("../artifacts/", import.meta.url));
