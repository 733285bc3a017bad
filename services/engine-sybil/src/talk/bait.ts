import type { Post } from "../post.ts";
import { skeleton } from "../text/skeleton.ts";

/** Posts that are not talk: they want a reader's wallet, or a machine's obedience. */
export interface Bait {
  posts: number;
  accounts: number;
  /** Promise free coins, or ask for a wallet. */
  wallets: number;
  /** Give orders to whatever program reads them. */
  orders: number;
}

const ORDERS =
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.]{0,30}\b(?:previous|prior|above|earlier|all|your|any)\b[^.]{0,20}\b(?:instructions?|prompts?|rules?|directions?|guidelines?)\b|\bsystem prompt\b|\byou are (?:now )?(?:an? |the )?(?:ai|assistant|language model|llm|chatbot)\b|\b(?:dear|attention|note to|hey) (?:ai|llms?|assistants?|chatgpt|claude|gpt|language models?|bots?)\b|<\|?(?:im_start|system|endoftext)|\[(?:inst|system)\]|\b(?:classify|label|mark|output|respond|answer|report)\b[^.]{0,40}\b(?:as safe|as bullish|not a scam|safe to buy|zero risk)\b/;
const WALLETS =
  /\b(?:claim|collect|grab|receive)\b[^.]{0,40}\b(?:airdrops?|free (?:\$?\w+ ){0,2}(?:tokens?|coins?|nfts?|crypto)|rewards?|bonus)\b|\bconnect (?:your |ur |the )?wallets?\b|\bsend \d[\d.,]* ?\w{2,5}\b[^.]{0,30}\b(?:get|receive) (?:\d|double|back)|\b(?:free|massive|huge|official) (?:\$?\w+ )?(?:airdrop|giveaway)\b|\b(?:enter|verify|validate|sync) (?:your |ur )?(?:seed|recovery|secret|wallet|phrase)/;
/** Who warns of a bait is no bait. */
const WARNING = /\b(?:never|don'?t|do not|beware|warning|scam(?:mers?|s)?|phishing|drained)\b/;

/** Counts them, whatever letters they hide in; nothing of what they say leaves here. */
export function baitOf(posts: readonly Post[]): Bait {
  const accounts = new Set<string>();
  let [wallets, orders] = [0, 0];
  for (const { text, author } of posts) {
    const plain = skeleton(text).toLowerCase();
    const isOrder = ORDERS.test(plain);
    const isWallet = !isOrder && WALLETS.test(plain) && !WARNING.test(plain);
    if (isOrder) orders += 1;
    else if (isWallet) wallets += 1;
    else continue;
    accounts.add(author);
  }
  return { posts: wallets + orders, accounts: accounts.size, wallets, orders };
}
