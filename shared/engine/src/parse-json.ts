import { setImmediate as turn } from "node:timers/promises";

/** Characters that are parsed between two turns of the event loop: about a millisecond. */
const SLICE = 256 * 1024;
/** Values nested deeper than this are parsed at once. */
const DEEPEST = 6;

/**
 * What `JSON.parse` answers, without holding the event loop: a large text is parsed in slices, whole elements and members at a time.
 * @throws SyntaxError
 */
export async function parseJson(text: string, slice: number = SLICE): Promise<unknown> {
  return valueIn(text, { slice, depth: 0 });
}

interface Parsing {
  slice: number;
  depth: number;
}

async function valueIn(text: string, parsing: Parsing): Promise<unknown> {
  const { slice, depth } = parsing;
  const inner = text.trim();
  const [first, last] = [inner[0], inner.at(-1)];
  const isArray = first === "[" && last === "]";
  const isObject = first === "{" && last === "}";
  if (text.length <= slice || depth > DEEPEST || (!isArray && !isObject)) return JSON.parse(text);
  const parts: unknown[] = [];
  const members: [string, unknown][] = [];
  const take = async (part: string): Promise<void> => {
    if (part.trim() === "") throw new SyntaxError("nothing between two commas");
    if (part.length <= 2 * slice) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what stands between brackets is an array's
      if (isArray) for (const one of JSON.parse(`[${part}]`) as unknown[]) parts.push(one);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- and between braces an object's
      else members.push(...Object.entries(JSON.parse(`{${part}}`) as object));
    } else if (isArray) parts.push(await valueIn(part, { slice, depth: depth + 1 }));
    else members.push(await memberIn(part, { slice, depth: depth + 1 }));
    await turn();
  };
  let from = 1;
  let end = 1;
  for (const next of elementEnds(inner)) {
    // a group of small elements, or one large one alone
    if (end > from && next - from > slice) {
      await take(inner.slice(from, end));
      from = end + 1;
    }
    end = next;
  }
  if (end !== inner.length - 1) throw new SyntaxError("the brackets do not match");
  if (from > 1 || inner.slice(from, end).trim() !== "") await take(inner.slice(from, end));
  return isArray ? parts : Object.fromEntries(members);
}

async function memberIn(part: string, parsing: Parsing): Promise<[string, unknown]> {
  const start = part.indexOf('"');
  const close = start < 0 ? -1 : stringEnd(part, start);
  const colon = close < 0 ? -1 : part.indexOf(":", close);
  if (colon < 0 || part.slice(close + 1, colon).trim() !== "" || part.slice(0, start).trim() !== "") throw new SyntaxError("no member");
  return [String(JSON.parse(part.slice(start, close + 1))), await valueIn(part.slice(colon + 1), parsing)];
}

/** Where each element or member of the outermost brackets ends: at its comma, or at the closing bracket. */
function* elementEnds(text: string): Generator<number> {
  let depth = 0;
  for (let at = 1; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) at = stringEnd(text, at);
    else if (char === OPEN_BRACKET || char === OPEN_BRACE) depth += 1;
    else if (char === CLOSE_BRACKET || char === CLOSE_BRACE) {
      if (depth === 0) {
        yield at;
        return;
      }
      depth -= 1;
    } else if (char === COMMA && depth === 0) yield at;
  }
}

const [QUOTE, COMMA, OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [34, 44, 91, 93, 123, 125];
const BACKSLASH = 92;

/** Where the string that begins there ends. */
function stringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  throw new SyntaxError("a string does not end");
}
