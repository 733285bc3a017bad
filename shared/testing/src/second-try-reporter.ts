import type { Reporter, TestCase } from "vitest/node";

/** Prints, at the end of a run, every test that passed only at its second try, with the error of its first one (decision 0019). */
export function secondTryReporter(): Reporter {
  const found: string[] = [];
  return {
    onTestCaseResult(test: TestCase) {
      if (test.diagnostic()?.flaky !== true) return;
      const first = test.result().errors?.[0]?.message ?? "no error was kept";
      found.push(`  ${test.module.relativeModuleId} > ${test.fullName}\n    ${first.split("\n")[0]}`);
    },
    onTestRunEnd() {
      if (found.length > 0) process.stdout.write(`\nPassed only at a second try, each one a defect to look into:\n${found.join("\n")}\n`);
    },
  };
}
