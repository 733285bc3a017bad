/** Posts written for this test and labelled by hand: `+` means the coin, `-` means something else. Symbol, then text. */
const POSTS = `
+ ONE|$ONE finally above its 200 day average
+ ONE|anyone still staking $ONE on Harmony?
+ ONE|swapped half of my bags into ONE last night
+ ONE|#ONE #crypto validators are back online
+ ONE|ONE/USDT looks ready for a breakout
+ ONE|ONE holders waiting for the bridge refund
+ ONE|bought ONE again, down 90% from the top
+ ONE|the ONE token unlock is next week
+ ONE|harmony ONE chart is the saddest thing in my wallet
- ONE|ONE of the best coffee places in town
- ONE|this is the ONE thing you must read today
- ONE|One more day until the weekend
- ONE|I only own ONE crypto and it is bitcoin
- ONE|number ONE rule of crypto: never share your keys
- ONE|buy ONE get one free at the market
- ONE|the tokens in my laundry machine, I have ONE left
- ONE|WHICH ONE OF YOU STOLE MY LUNCH
- ONE|episode ONE of our blockchain podcast is out
- ONE|no ONE is going to the moon with that attitude
- ONE|#one love from jamaica
- ONE|$1 menu is back, ONE burger per person
+ LINK|$LINK oracle news is underrated
+ LINK|LINK staking v2 is filling up fast
+ LINK|long $LINK, short everything else
+ LINK|#LINK chainlink marines unite, crypto is back
+ LINK|LINK-USD rejected at 20 again
+ LINK|accumulating LINK under 12 since march
+ LINK|chainlink whales moved 4M LINK tokens to exchanges
+ LINK|the LINK ecosystem keeps growing
- LINK|LINK in bio
- LINK|full video here, link below
- LINK|LINK TO THE ARTICLE BELOW
- LINK|new crypto article, LINK in the comments
- LINK|Zelda and Link are back on the switch
- LINK|the LINK between diet and sleep
- LINK|airdrop scam alert, never click a LINK from a stranger
- LINK|join our telegram, LINK: t.me/somewhere
- LINK|wallet drained after one bad link, be careful
- LINK|click the LINK to claim your free tokens
- LINK|#link building tips for your seo
- LINK|MISSING LINK found by researchers
- LINK|my LINK card for the light rail expired
+ GAS|$GAS and $NEO moving together again
+ GAS|staked NEO pays me in GAS tokens every block
+ GAS|GAS/USDT volume exploded on upbit
+ GAS|sold my GAS too early, neo coin holders know the pain
+ GAS|#GAS #NEO crypto pump out of nowhere
+ GAS|bought GAS yesterday, up 40% today
- GAS|GAS prices are insane at the pump this week
- GAS|ethereum GAS is 200 gwei right now, no swaps for me
- GAS|gas fees on eth are killing defi
- GAS|GAS fees ate half of my swap
- GAS|stepping on the GAS in 2026
- GAS|natural GAS futures fell 4%
- GAS|out of GAS on the motorway
- GAS|need GAS money for the road trip
- GAS|the base chain has the lowest GAS costs
- GAS|#gas prices up again in california
- GAS|TURN OFF THE GAS BEFORE YOU LEAVE
+ NEAR|$NEAR ai narrative is just starting
+ NEAR|NEAR protocol shipped sharding
+ NEAR|staking NEAR for 9% is fine by me
+ NEAR|NEAR/BTC at support
+ NEAR|#NEAR hackathon winners, web3 is alive
+ NEAR|sold SOL for NEAR tokens
+ NEAR|the NEAR ecosystem has great wallets
- NEAR|NEAR the end of the film I cried
- NEAR|bitcoin NEAR all time high
- NEAR|ETH is NEAR its support, watch the chart
- NEAR|any good ramen near the station?
- NEAR|I live NEAR an airport
- NEAR|crypto adoption is NEAR a tipping point
- NEAR|#near and dear to my heart
- NEAR|SO NEAR AND YET SO FAR
- NEAR|BTC trades NEAR 90k
+ SUN|$SUN pumped because of justin again
+ SUN|SUN token is the tron meme hub
+ SUN|swapped TRX into SUN
- SUN|the SUN is out today
- SUN|FUN IN THE SUN
- SUN|a solar token? the SUN gives free energy to everyone
- SUN|#sun #beach #holiday
- SUN|The SUN newspaper wrote about bitcoin again
+ PEPE|$PEPE army reporting in
+ PEPE|PEPE just flipped another coin by market cap
+ PEPE|$pepe whales are loading
+ PEPE|#PEPE memecoin season is here
+ PEPE|buying more $PEPE every friday
+ PEPE|sold PEPE, bought ETH, feel nothing
+ PEPE|PEPE liquidity on uniswap is deep
+ PEPE|$PEPE.X up 12 percent
+ PEPE|pepe coin is the only memecoin I hold
- PEPE|rare pepe drawings for my sister
- PEPE|uncle Pepe makes the best paella
- PEPE|#pepe the frog sticker pack
- PEPE|PEPE is a goalkeeper, look it up
- PEPE|Pepe scored twice for Porto last night
- PEPE|$PEPEX is a scam copy, avoid
- PEPE|$PEPE2 launches tonight
+ ARB|$ARB unlock pressure is real
+ ARB|ARB and OP are the cheapest tokens of the l2s
+ ARB|governance vote moves 700M ARB tokens
+ ARB|#ARB staking proposal passed, defi people celebrate
+ ARB|claimed the ARB airdrop two years too late
- ARB|DEX-CEX ARB opportunity of 2%, bots took it
- ARB|the ARB ruled in favour of the tenant
- ARB|arb bots are eating my swaps on eth
- ARB|quick arb between kalshi and polymarket
- ARB|#arb is short for arbitration in our office
+ WIF|$WIF hat stays on
+ WIF|dog WIF hat, solana's finest coin: WIF at 2 dollars
+ WIF|#WIF to the moon
+ WIF|sold WIF at the bottom, crypto is hard
+ WIF|dexscreener says WIF volume doubled
- WIF|what is the WIF format of a bitcoin private key? exported WIF from my wallet
- WIF|going out wif my mates tonight
- WIF|dog wif a hat, drawn by my kid
- WIF|WIF stands for waste in freight here
+ OAK|$OAK team went silent
+ OAK|$ОАК is being dumped, get out
+ OAK|＄ＯＡＫ listing tonight
+ OAK|OAK token holders deserve an answer
+ OAK|ca 0x00000000000000000000000000000000000000aa just launched
+ OAK|chart: dexscreener.com/ethereum/0x00000000000000000000000000000000000000AA
+ OAK|ask @oakproject where the treasury went
+ OAK|x.com/oakproject posted an update
+ OAK|$OAK to zero
+ OAK|lost everything in $oak
+ OAK|#oak presale was a joke
- OAK|planted an OAK by the river
- OAK|OAK airport delays again
- OAK|solid OAK table for sale, cash or crypto
- OAK|the old oak in our park fell
- OAK|#oak #furniture #handmade
- OAK|$OAK shares fell after quarterly results, NYSE reports
- OAK|Oaktree Capital $OAK raised its dividend
- OAK|$OAKS is another coin
- OAK|@oakprojects is a carpenter
- OAK|soak the beans overnight
- OAK|0x00000000000000000000000000000000000000ab launched
- OAK|ROYAL OAK TOKEN MACHINE IS BROKEN AGAIN
- OAK|team OAK won the chess league
+ ARB|bridged my ARB to solana for the yield
+ RAY|$RAY fees beat uniswap this week
+ RAY|RAY/SOL pool pays 30 percent
+ RAY|raydium RAY token buybacks continue
- RAY|X RAY of my wrist came back clean
- RAY|RAY of hope for crypto investors
- RAY|Ray Dalio on bitcoin
- RAY|my blue RAY player died
- RAY|sting RAY at the aquarium
`;

/** One labelled post. */
export interface LabelledPost {
  symbol: string;
  text: string;
  isMeant: boolean;
}

export const sample: LabelledPost[] = POSTS.trim()
  .split("\n")
  .map((line) => {
    const [head = "", text = ""] = line.split("|");
    return { isMeant: head.startsWith("+"), symbol: head.slice(2), text };
  });

/** Symbols that are ordinary words as well. */
export const ambiguous: ReadonlySet<string> = new Set(["ONE", "LINK", "GAS", "NEAR", "SUN", "RAY", "OAK"]);
