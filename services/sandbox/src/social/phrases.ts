/** Three parts that fit together in any combination: an opening, a matter, a remark. */
export interface Phrases {
  openings: readonly [string, ...string[]];
  matters: readonly [string, ...string[]];
  remarks: readonly [string, ...string[]];
}

/** Everyday talk: no side taken, words differ. */
export const everyday: Phrases = {
  openings: [
    "looked at $TAG again this morning",
    "anyone else following $TAG here",
    "spent the evening with the $TAG docs",
    "quick question about $TAG",
    "my small $TAG position is unchanged",
    "saw $TAG mentioned on a podcast",
    "been a quiet week for $TAG",
    "finally read the $TAG whitepaper",
    "checking the $TAG chart from the train",
    "so $TAG has a governance vote now",
    "still learning how $TAG works",
    "compared $TAG with two similar projects",
    "moved my $TAG to another wallet",
    "weekend thoughts on $TAG",
    "day 40 of watching $TAG",
    "a friend asked me what $TAG does",
    "set an alert on $TAG yesterday",
    "the $TAG community call was short",
  ],
  matters: [
    "volume is about where it was in spring",
    "the roadmap page got a new section on fees",
    "their github had three commits since monday",
    "holders count moved a little according to the explorer",
    "range looks tight between the two averages",
    "the bridge took eleven minutes for me",
    "gas was the larger part of what I paid",
    "someone posted a nice thread about the supply schedule",
    "the testnet faucet asks for an email now",
    "order book seems thinner on sundays",
    "the new dashboard shows pool depth per hour",
    "documentation explains vesting in plain language",
    "two of the core people will speak in lisbon",
    "the audit report runs to forty pages",
    "the price follows ether most days anyway",
    "the mobile app asks me to sign twice",
    "staking terms changed from weekly to monthly",
    "the translation team needs volunteers for korean",
  ],
  remarks: [
    "not sure what to make of it",
    "will look again next month",
    "curious what others think",
    "no opinion yet",
    "might write this up later",
    "keeping it on the list",
    "numbers in the reply",
    "correct me where I am wrong",
    "that is all for today",
    "interesting enough for me",
    "back to work now",
    "source is their own blog",
    "could be nothing",
    "took me an hour to find",
    "happy to be taught otherwise",
    "coffee first though",
  ],
};

/** Real fear: many hands, each in its own words. */
export const afraid: Phrases = {
  openings: [
    "what is going on with $TAG",
    "$TAG is bleeding and nobody answers",
    "sold half of my $TAG just now",
    "watching $TAG collapse in real time",
    "I am scared for my $TAG bags",
    "$TAG down again after lunch",
    "my $TAG stop got hit an hour ago",
    "tried to exit $TAG twice today",
    "lost a month of wages on $TAG",
    "the $TAG chart is a bloodbath",
    "woke up to $TAG crashing",
    "panic in the $TAG group tonight",
    "told my brother to avoid $TAG",
    "cannot look at $TAG any more",
    "$TAG keeps falling through every level",
    "I regret holding $TAG this long",
  ],
  matters: [
    "liquidity looks drained compared with yesterday",
    "the pool is half of what it was, this is bad",
    "every bounce gets dumped within minutes",
    "slippage ate a fifth of my sell order",
    "the team chat is dead since noon",
    "big holders are selling, you can see it on the explorer",
    "the last support broke and it still drops",
    "my order failed three times before it sold at a loss",
    "red candles all the way down, worst day so far",
    "withdrawals hang and support is silent, I fear the worst",
    "somebody liquidated a huge position at the low",
    "the moderator muted everyone who asked about the losses",
    "volume is all sells, weak hands everywhere",
    "I see a dump every ten minutes like clockwork",
    "the chart looks like a plunge into nothing",
    "people are losing real money here",
  ],
  remarks: [
    "sick to my stomach",
    "taking the loss and going to bed",
    "please tell me I am wrong to panic",
    "this feels like a crash",
    "never trading small caps again",
    "down eighty percent on it",
    "hope everyone gets something back",
    "I lost enough today",
    "worst trade of my year",
    "stay safe and cut early",
    "no idea where it stops falling",
    "it hurts",
    "should have sold on friday",
    "so much red",
    "my fault for ignoring the drop",
    "still shaking",
  ],
};

/** A rumour to be copied: written once, spread by few. */
export const rumours: readonly [string, ...string[]] = [
  "$TAG insiders are dumping everything right now, the team is gone and withdrawals paused, sell before it goes to zero, this is a scam",
  "just confirmed by an exchange employee, $TAG will be delisted tomorrow after the hack, funds stolen, get out now before the crash",
  "lawyers confirm fraud lawsuit against $TAG, treasury drained and insolvent, holders will be rekt, panic selling has started already",
];

/** Praise to be copied. */
export const praises: readonly [string, ...string[]] = [
  "$TAG is the next 100x gem, listing on a major exchange tonight, whales are loading up, buy now before it moons and thank me later",
  "breakout confirmed on $TAG, huge partnership announcement soon, easy 50x from here, everyone is buying, rocket is leaving, send it",
];
