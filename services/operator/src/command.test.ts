import { describe, expect, test } from "vitest";
import { CommandError, commandOf } from "./command.ts";

describe("the command line", () => {
  test.each([
    [["issue"], { do: "issue", name: undefined }],
    [["issue", "--name", "Acme Ltd"], { do: "issue", name: "Acme Ltd" }],
    [["list"], { do: "list" }],
    [["revoke", "key_1a"], { do: "revoke", id: "key_1a" }],
    [[], { do: "help" }],
  ])("%j is understood", (args, command) => {
    expect(commandOf(args)).toEqual(command);
  });

  test.each([
    [["issue", "Acme"], /no such command/],
    [["issue", "--name", ""], /1 to 64 visible/],
    [["issue", "--name", "a\u001b[2Jb"], /1 to 64 visible/],
    [["issue", "--name", "x".repeat(65)], /1 to 64 visible/],
    [["revoke"], /needs the id/],
    [["revoke", "$KV.keys.>"], /needs the id/],
    [["revoke", "a", "b"], /no such command/],
    [["list", "--name", "x"], /belongs to issue/],
    [["delete", "a"], /no such command/],
    [["list", "--all"], /--all/],
  ])("%j is refused with a sentence", (args, sentence) => {
    expect(() => commandOf(args)).toThrow(CommandError);
    expect(() => commandOf(args)).toThrow(sentence);
  });
});
