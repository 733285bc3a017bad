/** A thing that posts are found by. Both parts may stand in a subject. */
export interface PostTerm {
  kind: "symbol" | "contract";
  /** A symbol in upper case; a contract's address, in lower case when it is hex. */
  term: string;
}

/** A post that names more is a list: it counts for the first ones only. */
const TERMS_MAX = 8;
const TEXT_MAX = 3000;

const CRYPTO =
  /\b(?:crypto\w*|tokens?|tokenomics|altcoins?|memecoins?|(?:stable|shit|meme)?coins?|defi|dex(?:es)?|blockchains?|web3|on-?chain|airdrops?|hodl\w*|staking|bitcoin|btc|ethereum|eth|erc-?20|solana|sol|bnb|usdt|usdc|uniswap|raydium|pancakeswap|binance|coinbase|dexscreener|pump\.?fun|liquidity pool|market ?cap|mcap|rug ?pull(?:ed|s)?|rugged|presale|smart contract|wallets?|base chain|altseason|to the moon)\b/i;

/** True when a text has a word that people use of crypto. */
export const speaksOfCrypto = (text: string): boolean => CRYPTO.test(text);

/** Capitals that are no coin's name in a sentence about coins. */
const ABBREVIATIONS = new Set(
  `A I AI AM AMA AMM API APR APY ATH ATL AND ARE BREAKING BTW BUY CA CEO CEX CFTC CPI CTO CZ DAO DAPP DCA DD DEX DM DYOR ETA ETF EU EVM FAQ FBI FDV FED FOMO
FOR FUD FYI GDP GM GN HODL IMO IMHO IPO IRS IS IT JUST KYC LFG LIVE LLC LMAO LOL LP MC NEW NEWS NFA NFT NFTS NGMI NO NOT NOW NYC OG OK OMG ON OR OTC PM PNL PR
PSA QR RIP ROI RPC RT RWA SEC SELL SO TBA TBD TGE THE THIS TLDR TO TV TVL TX UK UP US USA USD VC VIP WAGMI WE WTF YES YOU ZK`.split(/\s+/),
);

/** `$5k` is an amount, `$1INCH` a coin. */
const isSymbol = (word: string): boolean => /[A-Z]/.test(word) && !/^\d+(?:[KMBT]|BN|MM|MIL|USD.?)?$/.test(word);

/** Mostly capitals: then a capital word says nothing. */
const shouts = (text: string): boolean => {
  const [upper, lower] = [text.match(/[A-Z]/g)?.length ?? 0, text.match(/[a-z]/g)?.length ?? 0];
  return upper > lower;
};

const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1] ?? "");

const LINK = /https?:\/\/\S+/gi;

function symbolsIn(whole: string): string[] {
  const text = whole.replaceAll(LINK, " ");
  const cashtags = matches(text, /(?<![\w$])\$([A-Za-z0-9]{1,15})(?![\w$])/g);
  if (!speaksOfCrypto(whole)) return cashtags;
  const tags = matches(text, /(?<![\w&])#([A-Za-z0-9]{2,15})(?!\w)/g);
  const capitals = shouts(text)
    ? []
    : matches(text, /(?<![\w$#@./])([A-Z][A-Z0-9]{1,9})(?![\w@])/g).filter((word) => !ABBREVIATIONS.has(word));
  return [...cashtags, ...tags, ...capitals];
}

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** True when a base58 text is 32 bytes long, as an account of Solana is. */
function isAccount(text: string): boolean {
  let value = 0n;
  for (const character of text) value = value * 58n + BigInt(ALPHABET.indexOf(character));
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  const bytes = value === 0n ? 0 : Math.ceil(value.toString(16).length / 2);
  return zeros + bytes === 32;
}

const contractsIn = (text: string): string[] => [
  ...matches(text, /(?<![0-9a-zA-Z])(0x[0-9a-fA-F]{40})(?![0-9a-zA-Z])/g).map((address) => address.toLowerCase()),
  ...matches(text, /(?<![0-9a-zA-Z])([1-9A-HJ-NP-Za-km-z]{32,44})(?![0-9a-zA-Z])/g).filter(isAccount),
];

/**
 * What a text can be found by: contract addresses and cashtags; tags and words in capitals only where it speaks of crypto. At most eight, contracts first.
 * Generous: whoever reads them judges again with what it knows of the token.
 */
export function termsIn(text: string): PostTerm[] {
  const plain = text
    .slice(0, TEXT_MAX)
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "");
  const symbols = symbolsIn(plain).map((word) => word.toUpperCase());
  const terms = [
    ...contractsIn(plain).map((term): PostTerm => ({ kind: "contract", term })),
    ...symbols.filter(isSymbol).map((term): PostTerm => ({ kind: "symbol", term })),
  ];
  return [...new Map(terms.map((one) => [`${one.kind} ${one.term}`, one])).values()].slice(0, TERMS_MAX);
}

/** What the posts about a token lie under. A symbol that no tag can be made of has no term. */
export function termsOf({ coin_symbol, contract_address }: { coin_symbol: string; contract_address?: string | undefined }): PostTerm[] {
  const symbol = coin_symbol.toUpperCase();
  const address = contract_address?.startsWith("0x") === true ? contract_address.toLowerCase() : contract_address;
  return [
    ...(address !== undefined && /^[0-9a-zA-Z]{1,64}$/.test(address) ? [{ kind: "contract", term: address } as const] : []),
    ...(/^[A-Z0-9]{1,15}$/.test(symbol) && isSymbol(symbol) ? [{ kind: "symbol", term: symbol } as const] : []),
  ];
}
