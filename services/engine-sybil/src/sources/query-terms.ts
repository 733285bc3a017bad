import { type PostTerm, speaksOfCrypto, termsOf } from "@token-sentiment/contract";
import type { TokenInput } from "@token-sentiment/engine";
import { skeleton } from "../text/skeleton.ts";
import { isOrdinaryWord } from "./ordinary-words.ts";
import type { Project } from "./project.ts";

/** How posts about a token are found, and told from others. */
export interface QueryTerms {
  /** Upper case, without `$`; undefined when the symbol cannot be a tag. */
  tag: string | undefined;
  contract: string | undefined;
  /** The project's own Telegram channel. */
  channel: string | undefined;
  /** True when it could not be found out whether there is one. */
  isChannelUnknown: boolean;
  /** What its posts lie under in the collectors' streams. */
  collected: PostTerm[];
  /** Names the token's cashtag, its contract or its project's account. */
  names(text: string): boolean;
  /** Names it, or its bare symbol where that means a coin: for places that are searched by an ordinary word. */
  mayMean(text: string): boolean;
}

/** Talk of a listed company that shares its ticker with a coin. */
const SHARES =
  /\b(?:earnings|nyse|nasdaq|eps|dividends?|10-[kq]|ex-dividend|shareholders?|price target|analysts?|quarterly (?:results|report)|guidance|s&p ?500|share price|q[1-4] (?:results|revenue))\b/i;

/** How something may be paid for says nothing of what is talked about. */
const PAYMENT = /\b(?:cash|cards?|paypal|fiat) (?:or|and) crypto\b|\bcrypto (?:accepted|payments? (?:accepted|welcome))\b/gi;

/** Beside its symbol: that a coin is meant and no word. */
const PAIR = String.raw`[/-](?:USD[TC]?|BTC|ETH|BNB|SOL)\b`;
const AFTER = String.raw`\s+(?:tokens?|coins?|crypto|holders?|chart|bags?|stak(?:ing|ers?|ed)|tokenomics|airdrop|unlocks?|pump(?:s|ed|ing)?|dump(?:s|ed|ing)?|liquidity|pool|presale|whales?|mainnet|protocol|network|ecosystem|listing)\b`;
const BEFORE = String.raw`(?:tokens?|coins?|ticker|altcoins?|stak(?:e|ed|ing)|bags? of|longed|shorted|longing|shorting|hodl(?:ing)?|swap(?:ped|ping)?|into|sold|bought|accumulat(?:e|ed|ing))\s+`;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** The terms of a token; the contract as given, compared without case when it is hex. */
export function queryTerms(token: Pick<TokenInput, "coin_symbol" | "contract_address">, project: Project = {}): QueryTerms {
  const { coin_symbol, contract_address } = token;
  const tag = /^[A-Z0-9]{1,15}$/.test(coin_symbol) && /[A-Z]/.test(coin_symbol) ? coin_symbol : undefined;
  const contract = contract_address?.startsWith("0x") === true ? contract_address.toLowerCase() : contract_address;
  const hasContract = (text: string): boolean =>
    contract !== undefined && (contract.startsWith("0x") ? text.toLowerCase() : text).includes(contract);

  const cashtag = tag === undefined ? undefined : new RegExp(`\\$${tag}(?:\\.X)?(?![\\w$])`, "i");
  const hasCashtag = (plain: string): boolean => cashtag?.test(plain) === true && (!SHARES.test(plain) || speaksOfCrypto(plain));
  const account = project.handle === undefined ? undefined : new RegExp(`(?:@|(?:twitter|x)\\.com/)${escaped(project.handle)}(?!\\w)`, "i");

  const hashtag = tag === undefined ? undefined : new RegExp(`(?<![\\w&])#${tag}(?!\\w)`, "i");
  const bare = tag === undefined || tag.length < 2 ? undefined : new RegExp(`(?<![\\w$#@.])${tag}(?![\\w@])`);
  const asCoin =
    tag === undefined ? undefined : new RegExp(`(?<![\\w$#@.])(?:${tag}${PAIR}|${tag}${AFTER}|(?<!\\w)${BEFORE}${tag}(?!\\w))`);
  const isWord = tag === undefined || isOrdinaryWord(tag);
  const means = (plain: string): boolean => {
    if (hashtag?.test(plain) === true) return speaksOfCrypto(plain.replace(hashtag, " "));
    if (isWord) return asCoin?.test(plain.replaceAll(/[A-Z][a-z]+/g, (word) => word.toLowerCase())) === true && !isShouted(plain);
    return bare?.test(plain) === true && speaksOfCrypto(plain.replaceAll(PAYMENT, " ")) && !SHARES.test(plain) && !isShouted(plain);
  };
  const named = (text: string, plain: string): boolean => hasCashtag(plain) || hasContract(text) || account?.test(text) === true;
  return {
    tag,
    contract,
    channel: project.channel,
    isChannelUnknown: project.unknown === true,
    collected: termsOf(token),
    names: (text) => named(text, skeleton(text)),
    mayMean(text) {
      const plain = skeleton(text);
      return named(text, plain) || means(plain);
    },
  };
}

/** In a text of capitals a word in capitals means nothing. */
const isShouted = (text: string): boolean => (text.match(/[A-Z]/g)?.length ?? 0) > (text.match(/[a-z]/g)?.length ?? 0);
