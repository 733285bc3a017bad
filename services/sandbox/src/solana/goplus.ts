import { type Address, unwrapOption } from "@solana/kit";
import { type Answer, notFound, type Provider } from "../web/provider.ts";
import { inTokens, type Listing, shareOf } from "./listing.ts";

const HOLDERS = 10;
const power = (authority: Address | null) => ({
  status: authority === null ? "0" : "1",
  authority: authority === null ? [] : [{ address: authority, malicious_address: 0 }],
});

/** GoPlus on Solana, in its shapes: keys keep their case, errors come in the body, an unknown mint is code 1 and nothing. */
export function goplusSolana(listings: readonly Listing[]): Provider {
  return {
    name: "goplus",
    answer({ method, path, query }): Answer {
      if (method !== "GET" || path !== "/api/v1/solana/token_security") return notFound;
      const asked = (query.get("contract_addresses") ?? "").split(",").filter((mint) => mint !== "");
      if (asked.length === 0) return { json: { code: 5006, message: "Param error!", result: null } };
      const found = listings.filter(({ mint }) => asked.includes(mint));
      return { json: { code: 1, message: "OK", result: Object.fromEntries(found.map((listing) => [listing.mint, resultOf(listing)])) } };
    },
  };
}

function resultOf(listing: Listing) {
  const { state, token, holdings } = listing;
  const extensions = unwrapOption(state.extensions) ?? [];
  const delegate = extensions.find((one) => one.__kind === "PermanentDelegate")?.delegate ?? null;
  const fee = extensions.find((one) => one.__kind === "TransferFeeConfig");
  return {
    balance_mutable_authority: power(delegate),
    closable: power(null),
    creators: [],
    default_account_state: "1",
    default_account_state_upgradable: power(null),
    dex: [],
    freezable: power(unwrapOption(state.freezeAuthority)),
    holder_count: String(holdings.length),
    holders: holdings.slice(0, HOLDERS).map(({ account, owner, amount }) => ({
      account: owner,
      balance: String(inTokens(amount, listing)),
      is_locked: 0,
      locked_detail: [],
      percent: shareOf(amount, listing).toFixed(4),
      tag: "",
      token_account: account,
    })),
    lp_holders: [],
    metadata: { description: "", name: token.name, symbol: token.symbol, uri: "" },
    metadata_mutable: { metadata_upgrade_authority: [], status: "0" },
    mintable: power(unwrapOption(state.mintAuthority)),
    non_transferable: "0",
    total_supply: String(inTokens(state.supply, listing)),
    transfer_fee: fee
      ? {
          current_fee_rate: {
            fee_rate: String(fee.olderTransferFee.transferFeeBasisPoints),
            maximum_fee: String(fee.olderTransferFee.maximumFee),
          },
          scheduled_fee_rate: [],
        }
      : {},
    transfer_fee_upgradable: power(fee?.transferFeeConfigAuthority ?? null),
    transfer_hook: [],
    transfer_hook_upgradable: power(null),
    trusted_token: 0,
  };
}
