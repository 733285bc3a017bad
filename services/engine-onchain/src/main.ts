import { serve } from "@token-sentiment/engine";
import { onchain } from "./onchain.ts";

await serve(onchain);
