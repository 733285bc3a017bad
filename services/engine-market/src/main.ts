import { serve } from "@token-sentiment/engine";
import { market } from "./market.ts";

await serve(market);
