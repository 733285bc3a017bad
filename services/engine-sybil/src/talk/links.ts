import type { Post } from "../post.ts";
import type { ReadText } from "../text/read-texts.ts";

/** What links a sample shares. */
export interface Links {
  /** The page that most accounts led to: how many, and its site if that is one that everybody knows. */
  top: { accounts: number; site: string | undefined } | undefined;
  /** Accounts that posted invitations to private groups. */
  invitingAccounts: number;
}

/** Sites that may be named: a line never holds a word that a stranger chose. */
const KNOWN = new Set(
  `x.com twitter.com t.me youtube.com youtu.be github.com medium.com reddit.com bsky.app farcaster.xyz warpcast.com stocktwits.com discord.com discord.gg
dexscreener.com dextools.io geckoterminal.com birdeye.so coingecko.com coinmarketcap.com tradingview.com etherscan.io bscscan.com basescan.org solscan.io
uniswap.org pancakeswap.finance raydium.io pump.fun binance.com coinbase.com kraken.com okx.com bybit.com coindesk.com cointelegraph.com theblock.co decrypt.co
bloomberg.com reuters.com`.split(/\s+/),
);
const INVITATION =
  /^(?:t\.me\/(?:\+|joinchat\/)|telegram\.me\/(?:\+|joinchat\/)|discord\.gg\/|discord\.com\/invite\/|chat\.whatsapp\.com\/)/;

/** Whether a page invites to a private group. */
export const isInvitation = (page: string): boolean => INVITATION.test(page);

function siteOf(page: string): string | undefined {
  const labels = (page.split("/")[0] ?? "").split(".");
  return labels.map((_, index) => labels.slice(index).join(".")).find((site) => KNOWN.has(site));
}

/** Counts each account once a page, whatever it repeats. */
export function linksOf(posts: readonly Post[], texts: readonly ReadText[]): Links {
  const accounts = new Map<string, Set<string>>();
  const inviting = new Set<string>();
  for (const [index, { author }] of posts.entries()) {
    for (const page of texts[index]?.pages ?? []) {
      const known = accounts.get(page);
      if (known) known.add(author);
      else accounts.set(page, new Set([author]));
      if (isInvitation(page)) inviting.add(author);
    }
  }
  const [top] = [...accounts]
    .map(([page, by]) => ({ page, accounts: by.size }))
    .toSorted((a, b) => b.accounts - a.accounts || (a.page < b.page ? -1 : 1));
  return { top: top && { accounts: top.accounts, site: siteOf(top.page) }, invitingAccounts: inviting.size };
}
