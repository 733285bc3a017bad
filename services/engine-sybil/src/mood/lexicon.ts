import { afinn165FinancialMarketNews } from "afinn-165-financialmarketnews";

/** Words of crypto markets by what they say, -4 (fear) to 4 (hype). A seed list of our own. */
const BY_WEIGHT: Record<string, string> = {
  "4": "moon|mooning|to the moon|100x|1000x|lambo|parabolic|moonshot",
  "3": "bullish|bull|bulls|bull run|breakout|all time high|ath|rocket|ripping|squeeze|skyrocket|exploding|send it|lfg|wagmi|diamond hands|gem|hidden gem|undervalued|loading up|load up|10x|50x|printing|soaring|surge|surging|rally|rallying",
  "2": "buy|long|hodl|hold|holding|accumulate|accumulating|ape|aping|buy the dip|pump|pumping|up|higher|bounce|rebound|gains|profit|profits|listing|partnership|adoption|strong|winning|win|love|great|good|best|easy money|reversal|golden cross|catalyst|soon|early",
  "1": "hope|nice|cheap|patience|patient|believe|degen|based|target|add|adding|added",
  "-1": "wait|careful|overvalued|overbought|resistance|doubt|uncertain|worried|correction|pullback|unsure|nervous|late",
  "-2": "sell|selling|sold|short|shorting|down|drop|dropping|falling|fall|red|weak|loss|losses|lose|losing|lost|bad|fear|fud|dilution|trash|garbage|fake|bagholder|bagholders|bags|paper hands|ngmi|lower|avoid|bleed|bleeding|manipulated|manipulation",
  "-3": "bearish|bear|bears|crash|crashing|dump|dumping|dumped|tanking|collapse|collapsing|plunge|plummet|bubble|rekt|liquidated|liquidation|delist|delisted|delisting|lawsuit|hacked|hack|exploit|exploited|drained|draining|insolvent|insolvency|depeg|bankrupt|bankruptcy|fraud|halted|withdrawals paused|ponzi|worthless|dead|panic|panicking|bloodbath|capitulation|death cross",
  "-4": "scam|scammers|scammer|rug|rugged|rugpull|rug pull|honeypot|exit scam|stolen|theft|to zero|going to zero|get out",
};
const EMOJI_BY_WEIGHT: Record<string, string> = {
  "4": "🚀 🌕 🌙",
  "3": "🔥 💎 🤑 📈 🐂 🟢 🙌 💪",
  "2": "💰 🤩 🎉 ✅ 😎 👏 🥳 💵 ❤ 👍",
  "-2": "🔻 😬 😟 😰 🙄 👎 ⚠",
  "-3": "📉 🐻 🔴 😱 😭 🩸 🚨 🤡 😡",
  "-4": "☠ 💀 🪦",
};

const entriesOf = (table: Record<string, string>, separator: string): [string, number][] =>
  Object.entries(table).flatMap(([weight, words]) => words.split(separator).map((word): [string, number] => [word, Number(weight)]));

/** What one word, phrase of up to three words, or emoji does to a text. */
export interface Meaning {
  /** -4 fear to 4 hype in crypto markets; undefined when it says nothing there. */
  market: number | undefined;
  /** -5 to 5 in financial news (AFINN-165, MIT); single words only. */
  news: number;
  /** Whether phrases begin with it. */
  isStart: boolean;
  /** What it makes of the words behind it: a negation turns them, a booster strengthens them, others leave 1. */
  turn: number;
}

const NEGATIONS = "not no never dont don't isnt isn't wont won't cant can't aint without stop didnt didn't".split(" ");
const BOOSTERS = "very so really huge hugely massive extremely super insane insanely".split(" ");

function meanings(): Map<string, Meaning> {
  const all = new Map<string, Meaning>();
  const of = (word: string): Meaning => {
    const known = all.get(word) ?? { market: undefined, news: 0, isStart: false, turn: 1 };
    all.set(word, known);
    return known;
  };
  for (const [word, weight] of [...entriesOf(BY_WEIGHT, "|"), ...entriesOf(EMOJI_BY_WEIGHT, " ")]) {
    of(word).market = weight;
    const [start = ""] = word.split(" ");
    if (start !== word) of(start).isStart = true;
  }
  for (const [word, weight] of Object.entries(afinn165FinancialMarketNews)) of(word).news = weight;
  for (const word of BOOSTERS) of(word).turn = 1.25;
  for (const word of NEGATIONS) of(word).turn = -0.7;
  return all;
}

/** All that is known, by the word in lower case: one look tells everything. */
export const lexicon: ReadonlyMap<string, Meaning> = meanings();
