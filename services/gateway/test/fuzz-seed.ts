import "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Of seeded attacks; vitest.config.ts fixes it, FUZZ_SEED chooses another. */
    fuzzSeed: number;
  }
}
