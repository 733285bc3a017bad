/** One metric as the code makes it. */
export interface MadeMetric {
  name: string;
  type: "counter" | "gauge" | "histogram";
  help: string;
  labels: string[];
}

const CALL = /\.?\b(counter|gauge|histogram)\(\s*"(tsa_\w+)",\s*"((?:[^"\\]|\\.)*)"/g;

/** What stands between the end of a call's help and the parenthesis that closes the call. */
function restOf(text: string, from: number): string {
  let depth = 1;
  let at = from;
  for (; depth > 0 && at < text.length; at++) depth += text[at] === "(" ? 1 : text[at] === ")" ? -1 : 0;
  return text.slice(from, at - 1);
}

/** Every metric that a source file makes. @throws Error when the labels of one are not written beside it. */
export function metricCalls(text: string): MadeMetric[] {
  return [...text.matchAll(CALL)].map((call) => {
    const [all, type = "", name = "", help = ""] = call;
    const rest = restOf(text, call.index + all.length);
    const labels = /\blabels: \[([^\]]*)\]/.exec(rest)?.[1];
    if (labels === undefined && /\blabels\b/.test(rest)) throw new Error(`${name}: write its labels beside it, as a list of strings`);
    return {
      name,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of the three, by the pattern
      type: type as MadeMetric["type"],
      help,
      labels: [...(labels ?? "").matchAll(/"(\w+)"/g)].map(([, label = ""]) => label),
    };
  });
}
