import { expect, test } from "vitest";
import { readAtom } from "./atom.ts";
import { readPreview } from "./telegram.ts";

const entry = (inside: string) =>
  `<entry><author><name>/u/a</name></author><id>t3_1</id><published>2026-07-10T12:00:00Z</published>${inside}</entry>`;
const feed = (inside: string) => `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom">${inside}</feed>`;

test("entities are decoded once, CDATA is opened, and what has no time is left out", () => {
  const xml = feed(entry("<title>a &amp;amp; b</title>") + entry("<title><![CDATA[c < d]]></title>") + "<entry><id>t3_2</id></entry>");
  expect(readAtom(xml)?.map(({ title }) => title)).toEqual(["a &amp; b", "c < d"]);
  expect(readAtom("<html></html>")).toBeUndefined();
  expect(readAtom(feed(""))).toEqual([]);
});

test("a document type with entities of its own is no feed, so that nothing is expanded or fetched", () => {
  expect(
    readAtom(`<?xml version="1.0"?><!DOCTYPE feed [<!ENTITY x SYSTEM "file:///etc/passwd">]><feed>${entry("<title>&x;</title>")}</feed>`),
  ).toBeUndefined();
  expect(readAtom(feed(entry("<title>&x;</title>")))?.[0]?.title).toBe("&x;");
});

test("hostile feeds and pages are read within the time of a test", () => {
  for (const unit of ["<entry>", "<entry", "<id>", "<title ", "<![CDATA["]) expect(readAtom(feed(unit.repeat(200_000)))).toEqual([]);
  for (const unit of ['<div class="tgme_widget_message_wrap', "<div>", '<div class="tgme_widget_message_text js-message_text">', "<time "])
    expect(readPreview(unit.repeat(50_000), "channel")).toEqual([]);
});
