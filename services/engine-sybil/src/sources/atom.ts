import { plainText } from "./html-text.ts";

/** One entry of an Atom feed. */
export interface AtomEntry {
  id: string;
  title: string;
  /** The HTML of its content, decoded once. */
  html: string;
  author: string;
  /** Epoch ms. */
  at: number;
}

const ENTRIES_MAX = 200;
const ENTRY_MAX = 64 * 1024;

/** The text within the first `<name ...>...</name>`, by plain search: a hostile document cannot make it slow. */
function within(xml: string, name: string): string | undefined {
  const start = xml.indexOf(`<${name}`);
  if (start < 0 || !/[\s>/]/.test(xml.charAt(start + name.length + 1))) return undefined;
  const open = xml.indexOf(">", start);
  const end = xml.indexOf(`</${name}>`, open);
  return open < 0 || end < 0 ? undefined : xml.slice(open + 1, end).replace(/^<!\[CDATA\[|\]\]>$/g, "");
}

/** The entries of an Atom feed; undefined when it is none. Only what is needed of XML is read: no entities of its own, no references. */
export function readAtom(xml: string): AtomEntry[] | undefined {
  if (!/^\uFEFF?\s*(?:<\?xml[^<>]{0,200}\?>\s*)?<feed[\s>]/.test(xml)) return undefined;
  const entries: AtomEntry[] = [];
  for (let from = 0; entries.length < ENTRIES_MAX;) {
    const start = xml.indexOf("<entry>", from);
    const end = xml.indexOf("</entry>", start);
    if (start < 0 || end < 0) break;
    from = end + 8;
    const entry = xml.slice(start, Math.min(end, start + ENTRY_MAX));
    const [id, published] = [within(entry, "id"), within(entry, "published") ?? within(entry, "updated")];
    const at = Date.parse(published ?? "");
    if (id === undefined || id.length > 100 || Number.isNaN(at)) continue;
    const author = plainText(within(within(entry, "author") ?? "", "name") ?? "");
    entries.push({
      id: plainText(id),
      title: plainText(within(entry, "title") ?? ""),
      html: plainText(within(entry, "content") ?? ""),
      author,
      at,
    });
  }
  return entries;
}
