import { serve } from "@token-sentiment/engine";
import { solana } from "./solana.ts";

await serve(solana);
