/** A part of a JSON Schema. */
type Node = unknown;

/** What says nothing about what fits. */
const SILENT: ReadonlySet<string> = new Set(["$schema", "$id", "title", "description", "examples", "default"]);

const isObject = (node: Node): node is Record<string, Node> => typeof node === "object" && node !== null && !Array.isArray(node);
const listOf = (node: Node): unknown[] => (Array.isArray(node) ? node : []);

/**
 * Every place at which a message of a later schema could not be read by who knows the earlier one, or the other way round; none = both
 * may run beside each other. The one thing that may change is that an object gets members which need not be there.
 */
export function schemaBreaks(earlier: Node, later: Node, at = ""): string[] {
  if (Array.isArray(earlier) && Array.isArray(later)) {
    if (earlier.length !== later.length) return [`${at}: has ${later.length} of ${earlier.length}`];
    return earlier.flatMap((one, index) => schemaBreaks(one, later[index], `${at}/${index}`));
  }
  if (!isObject(earlier) || !isObject(later)) return Object.is(earlier, later) ? [] : [`${at}: is another`];
  const keywords = new Set([...Object.keys(earlier), ...Object.keys(later)].filter((keyword) => !SILENT.has(keyword)));
  return [...keywords].flatMap((keyword) => {
    const place = `${at}/${keyword}`;
    if (keyword === "properties" && isObject(earlier[keyword]) && isObject(later[keyword]))
      return memberBreaks(earlier[keyword], later[keyword], place);
    if (keyword === "required") return requiredBreaks(earlier, later, place);
    if (!(keyword in earlier)) return [`${place}: is new`];
    return keyword in later ? schemaBreaks(earlier[keyword], later[keyword], place) : [`${place}: is gone`];
  });
}

const memberBreaks = (earlier: Record<string, Node>, later: Record<string, Node>, at: string): string[] =>
  Object.entries(earlier).flatMap(([name, member]) =>
    name in later ? schemaBreaks(member, later[name], `${at}/${name}`) : [`${at}/${name}: is gone`],
  );

/** Whoever reads may have come to rely on it, whoever writes may not know it. */
function requiredBreaks(earlier: Record<string, Node>, later: Record<string, Node>, at: string): string[] {
  const [before, after] = [new Set(listOf(earlier["required"])), new Set(listOf(later["required"]))];
  return [
    ...[...before].filter((name) => !after.has(name)).map((name) => `${at}: ${String(name)} need not be there any more`),
    ...[...after].filter((name) => !before.has(name)).map((name) => `${at}: ${String(name)} must be there now`),
  ];
}
