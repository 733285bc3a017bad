import { defineConfig } from "vitest/config";
import { secondTryReporter } from "./shared/testing/src/second-try-reporter.ts";

/** `unit`: pure, beside its source, in seconds. `behaviour`: in `test/`, against a real broker, a real EVM node and loopback upstreams. */
export default defineConfig({
  test: {
    reporters: ["default", secondTryReporter()],
    projects: [
      // Not of `npm test`: `npm run test:slow` and `npm run test:containers`.
      ...["slow", "containers"].map((name) => ({
        test: { name, include: [`deploy/*/${name}/**/*.test.ts`], testTimeout: 1_800_000, hookTimeout: 1_800_000, maxWorkers: 1 },
      })),
      {
        test: {
          name: "unit",
          include: ["{shared,services}/*/{src,web}/**/*.test.ts", "deploy/*/src/**/*.test.ts"],
          // A property with hundreds of cases is slow beside a busy neighbour, and not wrong.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: "behaviour",
          include: ["{shared,services}/*/test/**/*.test.ts", "deploy/*/test/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          // Said at the end of the run, with the first error: docs/decisions/0019.
          retry: 2,
          // The same attack in every run; another one by FUZZ_SEED.
          // oxlint-disable-next-line node/no-process-env -- of the tests, not of the service
          provide: { fuzzSeed: Number(process.env["FUZZ_SEED"] ?? 20_261_121) },
        },
      },
    ],
  },
});
