import { serve } from "@token-sentiment/engine";
import { sybil } from "./sybil.ts";

await serve(sybil);
