import { describe, expect, test } from "vitest";
import { CommandError } from "../command.ts";
import { explainOptionsOf } from "./options.ts";

const JOB = "8f14e45f-ceea-8167-a5a3-6dedd4bea254";
const HERE = "http://127.0.0.1:8080";

describe("the command line of explain", () => {
  test("takes a job, and the service from the flag before the environment", () => {
    expect(explainOptionsOf([JOB], HERE)).toEqual({ jobId: JOB, url: HERE, all: false });
    expect(explainOptionsOf(["--url", "https://example.org//", JOB, "--all"], HERE)).toEqual({
      jobId: JOB,
      url: "https://example.org",
      all: true,
    });
    expect(explainOptionsOf(["-h"], HERE)).toBe("help");
  });

  test.each([[[]], [["1"]], [[JOB, JOB]], [[JOB, "--loud"]], [[JOB, "--url", "file:///etc/passwd"]], [[JOB, "--url", "nowhere"]]])(
    "refuses %j with a sentence",
    (args) => {
      expect(() => explainOptionsOf(args, HERE)).toThrow(CommandError);
    },
  );
});
