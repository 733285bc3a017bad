import { fileURLToPath } from "node:url";
import { serveCommand } from "@token-sentiment/engine";

// The main of an engine whose program is in another language.
const program = fileURLToPath(new URL("../../../deploy/examples/python-engine/engine.py", import.meta.url));
await serveCommand("market", ["python3", program, "market"]);
