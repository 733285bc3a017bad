import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { apiErrorOf, errorResponse } from "./error-response.ts";
import { ApiError, type ErrorCode, type ErrorRow, errorTable, invalid } from "./errors.ts";

describe("the error table", () => {
  test("is the one of docs/api.md", async () => {
    const docs = await readFile(new URL("../../../docs/api.md", import.meta.url), "utf8");
    const documented = docs.split("\n").filter((line) => /^\| `[a-z_]+` \| \d{3} \|/.test(line));
    const rows: [string, ErrorRow][] = Object.entries(errorTable);
    expect(documented).toEqual(
      rows.map(
        ([code, row]) => `| \`${code}\` | ${row.status} | ${row.detail} | ${row.retryAfter ?? "-"} | ${row.degraded ? "yes" : "-"} |`,
      ),
    );
  });

  test.each(Object.keys(errorTable) as ErrorCode[])("%s has a text `error` and never a numeric status", (code) => {
    const { status, body } = errorResponse(new ApiError(code), "id");
    const parsed = JSON.parse(body) as Record<string, unknown>;
    expect(parsed).toMatchObject({ error: errorTable[code].detail, code, detail: errorTable[code].detail });
    expect(Object.keys(parsed)).toEqual(expect.arrayContaining(["type", "title", "instance"]));
    expect(parsed["status"]).toBe(status >= 500 ? "degraded" : undefined);
  });

  test("is answered as problem+json only to a client that lists it", () => {
    const typeFor = (accept?: string) => errorResponse(new ApiError("not_found"), "id", accept).headers["content-type"];
    expect(typeFor()).toBe("application/json; charset=utf-8");
    expect(typeFor("application/problem+json;q=0, */*")).toBe("application/json; charset=utf-8");
    expect(typeFor("*/*")).toBe("application/json; charset=utf-8");
    expect(typeFor("application/json;q=0.5, application/problem+json")).toBe("application/problem+json; charset=utf-8");
  });

  test("names the field that does not fit", () => {
    expect(JSON.parse(errorResponse(invalid("chain_id", "x is expected"), "id").body)).toMatchObject({
      error: "chain_id: x is expected",
      errors: [{ field: "chain_id", detail: "x is expected" }],
    });
  });

  test("has internal_error for what nobody foresaw, without a word of it", () => {
    expect(errorResponse(apiErrorOf(new TypeError("secret")), "id").body).not.toContain("secret");
    expect(apiErrorOf(undefined).code).toBe("internal_error");
  });
});
