import { expect, test } from "vitest";
import { z } from "zod";
import { socialProviders, talkAbout } from "../src/index.ts";
import { startWeb } from "../src/web/start-web.ts";
import type { WorldToken } from "../src/world.ts";

const NOW = Date.parse("2026-11-20T15:20:00Z");
const world: WorldToken[] = (["fud_campaign", "panic", "none"] as const).map((talk, index) => ({
  coin_symbol: ["RUMR", "FEAR", "MUTE"][index]!,
  contract_address: `0x${index}`,
  chain_id: "1",
  note: "",
  talk,
}));

async function open() {
  const web = await startWeb(socialProviders(world, () => NOW, { strangers: 1 }));
  const get = async (path: string) => {
    const response = await fetch(web.urlOf("") + path);
    return { status: response.status, headers: response.headers, json: await response.json() };
  };
  return { get, [Symbol.asyncDispose]: () => web[Symbol.asyncDispose]() };
}

test("StockTwits pages back by max, newest first, without holes", async () => {
  await using web = await open();
  const Page = z.object({ cursor: z.object({ more: z.boolean(), max: z.number() }), messages: z.array(z.object({ id: z.number() })) });
  const ids: number[] = [];
  for (let max = ""; ;) {
    const page = Page.parse((await web.get(`stocktwits/api/2/streams/symbol/FEAR.X.json${max}`)).json);
    ids.push(...page.messages.map(({ id }) => id));
    if (!page.cursor.more) break;
    expect(page.messages).toHaveLength(30);
    max = `?max=${page.cursor.max}`;
  }
  const written = talkAbout(world[1]!, NOW).filter(({ platform }) => platform === "stocktwits");
  expect(ids).toHaveLength(written.length);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect(new Set(ids).size).toBe(ids.length);
});

test("StockTwits refuses what it does not list, and whoever asks more than 200 times an hour", async () => {
  await using web = await open();
  expect(await web.get("stocktwits/api/2/streams/symbol/MUTE.X.json")).toMatchObject({
    status: 404,
    json: { response: { status: 404 }, errors: [{ message: "Symbol not found" }] },
  });
  for (let call = 1; call < 200; call += 1) await web.get("stocktwits/api/2/streams/symbol/RUMR.X.json");
  expect((await web.get("stocktwits/api/2/streams/symbol/RUMR.X.json")).status).toBe(429);
});

test("Farcaster finds casts by cashtag, pages by cursor, and refuses an empty search", async () => {
  await using web = await open();
  const Casts = z.object({
    result: z.object({ casts: z.array(z.object({ hash: z.string(), text: z.string() })) }),
    next: z.object({ cursor: z.string() }).optional(),
  });
  const first = Casts.parse((await web.get("farcaster/v2/search-casts?q=%24RUMR&limit=20")).json);
  const second = Casts.parse((await web.get(`farcaster/v2/search-casts?q=%24RUMR&limit=20&cursor=${first.next?.cursor}`)).json);
  const hashes = [...first.result.casts, ...second.result.casts].map(({ hash }) => hash);
  expect(new Set(hashes).size).toBe(40);
  expect(Casts.parse((await web.get("farcaster/v2/search-casts?q=%24NOBODY")).json).result.casts).toEqual([]);
  expect((await web.get("farcaster/v2/search-casts?q=")).status).toBe(400);
});

test("Mastodon tells its limits, has no posts under an unknown tag, and no other path", async () => {
  await using web = await open();
  const { status, headers, json } = await web.get("mastodon/api/v1/timelines/tag/fear?limit=40");
  expect(status).toBe(200);
  expect(headers.get("x-ratelimit-remaining")).toBe("299");
  expect(z.array(z.object({ content: z.string().startsWith("<p>") })).parse(json)).toHaveLength(40);
  expect((await web.get("mastodon/api/v1/timelines/tag/nobody")).json).toEqual([]);
  expect((await web.get("mastodon/api/v2/search?q=x")).status).toBe(404);
});

test("the same token, hour and seed say the same; another seed says something else", () => {
  const token = world[0]!;
  expect(talkAbout(token, NOW)).toEqual(talkAbout(token, NOW + 60_000));
  expect(talkAbout(token, NOW, "other")).not.toEqual(talkAbout(token, NOW));
  expect(talkAbout(world[2]!, NOW)).toEqual([]);
});

test("the hour at which the sandbox is asked changes nothing but the times", () => {
  const later = 7 * 3_600_000;
  for (const token of world) {
    const shifted = talkAbout(token, NOW).map(({ author, at, ...post }) => ({
      ...post,
      author: { ...author, since: author.since + later },
      at: at + later,
    }));
    expect(talkAbout(token, NOW + later)).toEqual(shifted);
  }
});

test("Bluesky's stream replays from a cursor, the same posts under the same names, then stays open", async () => {
  await using web = await startWeb(socialProviders(world, () => NOW));
  const listen = async (cursor: number) => {
    const socket = new WebSocket(
      `${web.urlOf("bluesky").replace("http", "ws")}/subscribe?wantedCollections=app.bsky.feed.post&cursor=${cursor}`,
    );
    const events: { time_us: number; kind: string; commit?: { rkey: string; record: { text: string } } }[] = [];
    await new Promise<void>((resolve) => {
      socket.addEventListener("message", ({ data }) => {
        const event = JSON.parse(String(data)) as (typeof events)[number];
        events.push(event);
        if (event.time_us === NOW * 1000) resolve();
      });
    });
    socket.close();
    return events;
  };
  const all = await listen((NOW - 86_400_000) * 1000);
  const posts = all.flatMap(({ commit }) => commit ?? []);
  expect(posts.filter(({ record }) => record.text.includes("$RUMR")).length).toBeGreaterThan(10);
  expect(posts.filter(({ record }) => !record.text.includes("$")).length).toBeGreaterThan(10);
  const later = await listen((NOW - 3_600_000) * 1000);
  expect(later.every(({ time_us }) => time_us >= (NOW - 3_600_000) * 1000)).toBe(true);
  expect(posts.map(({ rkey }) => rkey)).toEqual(expect.arrayContaining(later.flatMap(({ commit }) => commit?.rkey ?? [])));
  expect((await fetch(web.urlOf("bluesky"))).status).toBe(404);
});
