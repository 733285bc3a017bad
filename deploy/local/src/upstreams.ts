/** One source of the world outside: the setting that names it, its public keyless address, and what stands for it in the sandbox. */
interface Upstream {
  name: string;
  variable: string;
  /** Several are tried in order. */
  live: readonly string[];
  /** Paths below the sandbox's web port; none = it has no such source. */
  sandbox: readonly string[];
}

const upstream = (name: string, variable: string, { live, sandbox = "" }: { live: string; sandbox?: string }): Upstream => ({
  name,
  variable,
  live: live.split(" "),
  sandbox: sandbox === "" ? [] : sandbox.split(" "),
});

/** Every source, by the setting that engines and resolver read. The public ones need no key. */
export const upstreams: readonly Upstream[] = [
  upstream("Ethereum", "ENGINE_EVM_RPC_1", {
    live: "https://ethereum-rpc.publicnode.com https://eth.drpc.org https://eth.merkle.io https://public.1rpc.io/eth",
  }),
  upstream("BNB Smart Chain", "ENGINE_EVM_RPC_56", { live: "https://bsc-rpc.publicnode.com https://bsc.drpc.org", sandbox: "evm-56" }),
  upstream("Base", "ENGINE_EVM_RPC_8453", {
    live: "https://base-rpc.publicnode.com https://base.drpc.org https://mainnet.base.org",
    sandbox: "evm-8453",
  }),
  upstream("Solana", "ENGINE_SOLANA_RPC", {
    live: "https://api.mainnet-beta.solana.com https://solana-rpc.publicnode.com",
    sandbox: "solana solana/publicnode",
  }),
  // no public node tells holders without a key
  upstream("Solana's holders", "ENGINE_SOLANA_HOLDERS_RPC", { live: "" }),
  upstream("RugCheck", "ENGINE_RUGCHECK_URL", { live: "https://api.rugcheck.xyz", sandbox: "rugcheck" }),
  upstream("GoPlus", "ENGINE_GOPLUS_URL", { live: "https://api.gopluslabs.io", sandbox: "goplus" }),
  upstream("honeypot.is", "ENGINE_HONEYPOT_URL", { live: "https://api.honeypot.is" }),
  upstream("DexScreener", "ENGINE_DEXSCREENER_URL", { live: "https://api.dexscreener.com", sandbox: "dexscreener" }),
  upstream("GeckoTerminal", "ENGINE_GECKOTERMINAL_URL", { live: "https://api.geckoterminal.com/api/v2", sandbox: "geckoterminal" }),
  upstream("CoinGecko", "ENGINE_COINGECKO_URL", { live: "https://api.coingecko.com/api/v3", sandbox: "coingecko" }),
  upstream("Binance", "ENGINE_BINANCE_URL", { live: "https://data-api.binance.vision", sandbox: "binance" }),
  upstream("Farcaster", "ENGINE_FARCASTER_URL", { live: "https://api.farcaster.xyz", sandbox: "farcaster" }),
  upstream("StockTwits", "ENGINE_STOCKTWITS_URL", { live: "https://api.stocktwits.com", sandbox: "stocktwits" }),
  upstream("Bluesky", "ENGINE_BLUESKY_JETSTREAM_URL", {
    live: "https://jetstream2.us-east.bsky.network https://jetstream1.us-west.bsky.network https://jetstream1.us-east.bsky.network",
    sandbox: "bluesky",
  }),
  upstream("4chan", "ENGINE_FOURCHAN_URL", { live: "https://a.4cdn.org", sandbox: "fourchan" }),
  upstream("Reddit", "ENGINE_REDDIT_URL", { live: "https://www.reddit.com", sandbox: "reddit" }),
  upstream("Telegram", "ENGINE_TELEGRAM_URL", { live: "https://t.me", sandbox: "telegram" }),
  upstream("Mastodon", "ENGINE_MASTODON_URL", { live: "https://mastodon.social", sandbox: "mastodon" }),
];

type Environment = Record<string, string>;

/** The public addresses; a setting of the launcher's own environment wins, an empty one turns that source off. */
export const liveEnvironment = (own: Environment): Environment =>
  Object.fromEntries(upstreams.map(({ variable, live }) => [variable, own[variable] ?? live.join(",")]));

/** Where the sandbox listens: the EVM node of chain 1, and everything else. */
export interface SandboxPorts {
  evm: number;
  web: number;
}

/** The sandbox on those ports, for itself and for whoever asks it. It has no limits of its own to keep to. */
export const sandboxEnvironment = ({ evm, web }: SandboxPorts): Environment => ({
  ...Object.fromEntries(
    upstreams.map(({ variable, sandbox }) => [variable, sandbox.map((path) => `http://127.0.0.1:${web}/${path}`).join(",")]),
  ),
  ENGINE_EVM_RPC_1: `http://127.0.0.1:${evm}`,
  ENGINE_BUDGET_SCALE: "1000",
  SANDBOX_EVM_PORT: String(evm),
  SANDBOX_WEB_PORT: String(web),
});

const PROBE_MS = 3000;

/** Whether somebody answers HTTP there, whatever the answer. */
async function answers(url: string): Promise<boolean> {
  const response = await fetch(url, { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(PROBE_MS) }).catch(() => undefined);
  return response !== undefined;
}

/** The names of the sources of which no address answers within 3 s. Those that are off are not asked. */
export async function unreachable(environment: Environment): Promise<string[]> {
  const asked = await Promise.all(
    upstreams.map(async ({ name, variable }) => {
      const urls = (environment[variable] ?? "").split(",").filter((url) => url !== "");
      const there = await Promise.all(urls.map(answers));
      return urls.length === 0 || there.includes(true) ? [] : [name];
    }),
  );
  return asked.flat();
}
