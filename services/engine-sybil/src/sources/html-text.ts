const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
const INPUT_MAX = 20_000;

function character(entity: string, body: string): string {
  const code = /^#x/i.test(body) ? Number.parseInt(body.slice(2), 16) : body.startsWith("#") ? Number(body.slice(1)) : undefined;
  if (code === undefined) return NAMED[body.toLowerCase()] ?? entity;
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : " ";
}

const decode = (text: string): string => text.replaceAll(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, character);

/** Text that was plain already, without control characters and halves of characters. */
export const cleanText = (text: string): string =>
  text
    .slice(0, INPUT_MAX)
    .replaceAll(/[\p{Cc}\p{Cs}]+/gu, " ")
    .trim();

/** Text in which only entities are markup: decoded once, without control characters. */
export const plainText = (escaped: string): string => cleanText(decode(escaped.slice(0, INPUT_MAX)));

/** What a reader sees of a post's HTML: tags out, line breaks as spaces, entities decoded once. Data, never markup again. */
export const htmlText = (html: string): string =>
  cleanText(
    decode(
      html
        .slice(0, INPUT_MAX)
        .replaceAll(/<(?:br|\/p|\/div|\/li)\b[^<>]*>/gi, " ")
        .replaceAll(/<[^<>]*>/g, ""),
    ),
  );
