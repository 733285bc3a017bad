import { serve } from "@token-sentiment/engine";
import { security } from "./security.ts";

await serve(security);
