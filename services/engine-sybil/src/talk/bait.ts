import type { Post } from "../post.ts";
import type { ReadText } from "../text/read-texts.ts";

/** Posts that are not talk: they want a reader's wallet, or a machine's obedience. */
export interface Bait {
  posts: number;
  accounts: number;
  /** Promise free coins, or ask for a wallet. */
  wallets: number;
  /** Give orders to whatever program reads them. */
  orders: number;
}

/** Any of these, each as read by a machine in lower case. */
const anyOf = (...patterns: RegExp[]): RegExp => new RegExp(patterns.map(({ source }) => source).join("|"));

/** Said to a program, never of one: "mark my words, it is as safe as it gets" and "they leaked its system prompt" are talk. */
const ORDERS = anyOf(
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.]{0,30}\b(?:previous|prior|above|earlier|your|any)\b[^.]{0,20}\b(?:instructions?|prompts?|rules?|directions?|guidelines?)\b/,
  /\b(?:ignore|disregard|forget|override|bypass) all (?:instructions?|prompts?|rules?|directions?|guidelines?)\b(?! of)/,
  /\b(?:your|new) system prompt\b/,
  /\byou are (?:now (?:the )?|an? )(?:an? )?(?:ai|assistant|language model|llm|chatbot)\b/,
  /\b(?:dear|attention|note to|hey) (?:ai|llms?|assistants?|language models?)\b/,
  /\b(?:dear|attention|note to) (?:chatgpt|claude|gpt)\b/,
  /<\|?(?:im_start|system|endoftext)|\[(?:inst|system)\]/,
  /\b(?:classify|label|mark|output|report)\b(?! my words| lists?\b)[^.]{0,40}\bas (?:safe|bullish|not a scam|zero risk)\b(?! as)/,
);
/** Told to a reader: what somebody did, got or asks is talk. */
const WALLETS = anyOf(
  /\b(?:claim|collect|grab|receive|get) (?:(?:your|ur|a|the)\b[^.?]{0,30}\b(?:airdrops?|rewards?|bonus)\b(?!\?)|[^.]{0,20}\bfree (?:\$?\w+ ){0,2}(?:tokens?|coins?|nfts?|crypto)\b)/,
  /\bconnect (?:your|ur) wallets?\b/,
  /\bsend \d[\d.,]* ?\w{2,5}\b[^.]{0,30}\b(?:get|receive) (?:double|(?:\d[\d.,]* ?\w{2,5} )?back)/,
  /\bfree (?:\$?\w+ )?(?:airdrop|giveaway)\b/,
  /\b(?:enter|verify|validate|sync) (?:your |ur )?(?:seed|recovery|secret|wallet|phrase)/,
);
/** Who warns of a bait is no bait, nor who tells or asks of one. */
const TALK =
  /\b(?:(?:never|don'?t|do not)\b(?! (?:miss|wait|sleep|forget|hesitate|be late|let|lose|delay))|beware|warning|scam(?:mers?|s)?|phishing|drained)\b|\b(?:i|we) (?:\w+ )?(?:got|get|claim(?:ed)?|received?|collect(?:ed)?)\b|\b(?:how|when|where|why) (?:do|can|did|should) (?:i|we)\b/;

/** Counts them, whatever letters they hide in; nothing of what they say leaves here. */
export function baitOf(posts: readonly Post[], texts: readonly ReadText[]): Bait {
  const accounts = new Set<string>();
  let [wallets, orders] = [0, 0];
  for (const [index, { author }] of posts.entries()) {
    const plain = texts[index]?.plain.toLowerCase() ?? "";
    const isOrder = ORDERS.test(plain);
    const isWallet = !isOrder && WALLETS.test(plain) && !TALK.test(plain);
    if (isOrder) orders += 1;
    else if (isWallet) wallets += 1;
    else continue;
    accounts.add(author);
  }
  return { posts: wallets + orders, accounts: accounts.size, wallets, orders };
}
