import { describe, expect, test } from "vitest";
import { ApiError } from "./errors.ts";
import { bodyOf, parseSubmission, requestIdOf } from "./submission.ts";
import { tokenAddress } from "./token-address.ts";

const PEPE = "0x6982508145454Ce325dDbE47a25d4ec3d2311933";

function problemOf(body: Record<string, unknown>): string {
  try {
    return JSON.stringify(parseSubmission(body));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return `${error.code} ${error.problems.map(({ field }) => field).join(",")}`.trim();
  }
}

describe("a submission", () => {
  test.each([
    [{}, "missing_parameter"],
    [{ coin_symbol: "" }, "missing_parameter"],
    [{ coin_symbol: null }, "missing_parameter"],
    [{ coin_symbol: "  " }, "missing_parameter"],
    [{ coin_symbol: 7 }, "invalid_parameter coin_symbol"],
    [{ coin_symbol: "$" }, "invalid_parameter coin_symbol"],
    [{ coin_symbol: "A".repeat(21) }, "invalid_parameter coin_symbol"],
    [{ coin_symbol: "狗狗" }, "invalid_parameter coin_symbol"],
    [{ coin_symbol: "狗\u200B狗", contract_address: PEPE }, "invalid_parameter coin_symbol"],
    [{ coin_symbol: "狗\u202E狗", contract_address: PEPE }, "invalid_parameter coin_symbol"],
    [{ coin_symbol: "\u3164", contract_address: PEPE }, "invalid_parameter coin_symbol"],
    [{ coin_symbol: "\uD800", contract_address: PEPE }, "invalid_parameter coin_symbol"],
    [{ coin_symbol: "x".repeat(33), contract_address: PEPE }, "invalid_parameter coin_symbol"],
    [{ coin_symbol: "PEPE", chain_id: "2" }, "invalid_parameter chain_id"],
    [{ coin_symbol: "PEPE", chain_id: 1 }, "invalid_parameter chain_id"],
    [{ coin_symbol: "PEPE", contract_address: PEPE.replace("C", "c") }, "invalid_parameter contract_address"],
    [{ coin_symbol: "PEPE", contract_address: "0x12" }, "invalid_parameter contract_address"],
    [{ coin_symbol: "PEPE", contract_address: 12 }, "invalid_parameter contract_address"],
    [{ coin_symbol: "WIF", chain_id: "solana", contract_address: PEPE }, "invalid_parameter contract_address"],
    [{ coin_symbol: "?", chain_id: "x" }, "invalid_parameter coin_symbol,chain_id"],
  ])("%j is %s", (body, problem) => {
    expect(problemOf(body)).toBe(problem);
  });

  test("comes out upper case, on Ethereum unless told otherwise", () => {
    expect(parseSubmission({ coin_symbol: "$pepe" })).toEqual({ coin_symbol: "PEPE", chain_id: "1" });
    expect(parseSubmission({ coin_symbol: "a.b_c-1", chain_id: "56", contract_address: null })).toEqual({
      coin_symbol: "A.B_C-1",
      chain_id: "56",
    });
    expect(parseSubmission({ coin_symbol: "狗狗 币", contract_address: PEPE })).toMatchObject({
      coin_symbol: "狗狗 币",
      contract_address: PEPE.toLowerCase(),
    });
  });

  test("has a request_id of its own or a generated one", () => {
    expect(requestIdOf({ request_id: "order 7" })).toEqual({ requestId: "order 7", generated: false });
    expect(requestIdOf({ request_id: "" })).toMatchObject({ requestId: expect.stringMatching(/^[0-9a-f-]{36}$/), generated: true });
    for (const bad of [7, {}, "x".repeat(129), "a\u0000b", "a\uD800"]) expect(() => requestIdOf({ request_id: bad })).toThrow("request_id");
  });

  test("is an object", () => {
    for (const bad of [undefined, null, [], "x", 7]) expect(() => bodyOf(bad)).toThrow("a JSON object");
  });
});

describe("a contract address", () => {
  test("on an EVM chain is taken in lower, upper or checksum case, and compared in lower case", () => {
    const same = [PEPE, PEPE.toLowerCase(), `0x${PEPE.slice(2).toUpperCase()}`];
    for (const address of same) expect(tokenAddress("1", address)).toEqual({ address: PEPE.toLowerCase() });
  });

  test.each([
    // The examples of EIP-55.
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
    "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
    "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
  ])("%s has a good checksum", (address) => {
    expect(tokenAddress("8453", address)).toEqual({ address: address.toLowerCase() });
    expect(tokenAddress("8453", `0x${address.slice(2, 10)}${address.slice(10).replace(/[a-f]/, (c) => c.toUpperCase())}`)).toHaveProperty(
      "problem",
    );
  });

  test("on Solana is 32 bytes in base58 and keeps its case", () => {
    const wif = "EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm";
    expect(tokenAddress("solana", wif)).toEqual({ address: wif });
    for (const bad of [wif.slice(3), wif.replace("E", "0"), `${wif}1`]) expect(tokenAddress("solana", bad)).toHaveProperty("problem");
  });
});
