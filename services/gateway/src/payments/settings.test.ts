import { parseConfig } from "@token-sentiment/runtime";
import { expect, test } from "vitest";
import { Config } from "../config.ts";
import { paymentTermsOf } from "./terms.ts";

const PAY_TO = "0x000000000000000000000000000000000000bEEF";
const base = { GATEWAY_PEPPER_FILE: "pepper" };
const whole = {
  ...base,
  GATEWAY_X402_FACILITATOR_URL: "http://127.0.0.1:4022",
  GATEWAY_X402_PAY_TO: PAY_TO,
  GATEWAY_X402_NETWORKS: '[{"network":"eip155:84532","rpc_urls":["http://127.0.0.1:8545"]}]',
};
const problems = (env: Record<string, string>): string => {
  try {
    parseConfig(Config, env);
    return "";
  } catch (error) {
    return String(error);
  }
};
const networks = (...list: object[]) => ({ ...whole, GATEWAY_X402_NETWORKS: JSON.stringify(list) });
const rpc_urls = ["https://node.example"];

test("payments are off when nothing is set", () => {
  expect(paymentTermsOf(parseConfig(Config, base))).toBeUndefined();
});

test("payments cost 0.02 USD in the network's own USDC", () => {
  const terms = paymentTermsOf(parseConfig(Config, whole));
  expect(terms).toMatchObject({ price: "20000", priceUsd: "0.02" });
  expect(terms?.accepts).toEqual([
    {
      scheme: "exact",
      network: "eip155:84532",
      amount: "20000",
      asset: "0x036cbd53842c5426634e7929541ec2318f3dcf7e",
      payTo: PAY_TO.toLowerCase(),
      maxTimeoutSeconds: 300,
      extra: { name: "USDC", version: "2" },
    },
  ]);
});

test.each(["GATEWAY_X402_FACILITATOR_URL", "GATEWAY_X402_PAY_TO", "GATEWAY_X402_NETWORKS"] as const)(
  "half a configuration is refused with a sentence: without %s",
  (missing) => {
    const { [missing]: _, ...half } = whole;
    expect(problems(half)).toMatch(new RegExp(`payments need ${missing} too, or none of the three`));
    expect(problems({ ...base, [missing]: whole[missing] })).toMatch(/: payments need GATEWAY_X402_\w+ and GATEWAY_X402_\w+ too/);
  },
);

test("another asset is told whole, and an unknown network needs one", () => {
  const other = { network: "eip155:8453", rpc_urls, asset: PAY_TO, name: "Test", version: "1" };
  const terms = paymentTermsOf(parseConfig(Config, networks(other)));
  expect(terms?.accepts[0]).toMatchObject({ asset: PAY_TO.toLowerCase(), extra: { name: "Test", version: "1" } });
  expect(problems(networks({ network: "eip155:999", rpc_urls }))).toContain("the USDC of eip155:999 is not known here");
  expect(problems(networks({ network: "eip155:8453", rpc_urls, asset: PAY_TO }))).toContain("asset, name and version belong together");
});

test("what fits no network, price or address is refused", () => {
  const one = { network: "eip155:8453", rpc_urls };
  for (const env of [
    networks(),
    networks(one, one),
    networks({ network: "base", rpc_urls }),
    networks({ network: "eip155:8453", rpc_urls: [] }),
    networks({ network: "eip155:8453", rpc_urls: ["ws://node"] }),
    { ...whole, GATEWAY_X402_NETWORKS: "eip155:8453" },
  ])
    expect(problems(env)).toContain("GATEWAY_X402_NETWORKS: ");
  expect(problems({ ...whole, GATEWAY_X402_PRICE: "0.02" })).toContain("GATEWAY_X402_PRICE: ");
  expect(problems({ ...whole, GATEWAY_X402_PAY_TO: "0xbeef" })).toContain("GATEWAY_X402_PAY_TO: ");
});
