import { CollectedPost, type PostTerm, termsIn } from "@token-sentiment/contract";
import { z } from "zod";

/** A post that names a coin, and what it lies under. */
export interface NamedPost {
  post: CollectedPost;
  terms: PostTerm[];
}

/** One message of Jetstream, as far as it matters here. */
export interface StreamEvent {
  /** Its place in the stream, epoch microseconds. */
  at_us: number;
  named?: NamedPost;
  /** Why there is no post in it. */
  outcome: "named" | "irrelevant" | "imported" | "malformed";
}

/** A message longer than this is not even parsed; posts have 3,000 bytes of text. */
export const MESSAGE_MAX = 64 * 1024;

const URL_MAX = 500;
const TEXT_MAX = 3000;
/** Posts that claim to be older were copied in from elsewhere: nobody wrote them now. */
const IMPORTED_MS = 36 * 3_600_000;
/** No clock is that wrong: what lies further ahead would carry the cursor away. */
const AHEAD_US = 10 * 60 * 1_000_000;

const Envelope = z.object({
  did: z.string().regex(/^did:[a-z]{1,16}:[\w.:%-]{1,200}$/),
  time_us: z.int().positive(),
  kind: z.string().max(32),
  commit: z.unknown().optional(),
});
const Created = z.object({
  operation: z.literal("create"),
  collection: z.literal("app.bsky.feed.post"),
  rkey: z.string().regex(/^[\w.~:-]{1,64}$/),
  record: z.object({
    text: z.string(),
    createdAt: z.string().max(64),
    // Decoration, of whatever shape its author's client sends: never a reason to lose the post.
    facets: z
      .array(
        z
          .object({ features: z.array(z.object({ uri: z.string().optional(), tag: z.string().optional() }).catch({})).catch([]) })
          .catch({ features: [] }),
      )
      .optional()
      .catch(undefined),
    embed: z
      .object({ external: z.object({ uri: z.string() }) })
      .optional()
      .catch(undefined),
    reply: z
      .object({ parent: z.object({ uri: z.string().max(300) }) })
      .optional()
      .catch(undefined),
  }),
});
const AnyCommit = z.object({ operation: z.string(), collection: z.string() });

const cleaned = (text: string): string =>
  text
    .slice(0, TEXT_MAX)
    .replaceAll(/[\p{Cc}\p{Cs}]+/gu, " ")
    .trim();

function linksOf({ facets = [], embed }: z.infer<typeof Created>["record"]): string[] {
  const links = [...facets.flatMap(({ features }) => features.flatMap(({ uri }) => uri ?? [])), ...(embed ? [embed.external.uri] : [])];
  const safe = links.slice(0, 20).flatMap((link) => (link.length <= URL_MAX ? (URL.parse(link)?.href ?? []) : []));
  return [...new Set(safe)].filter((link) => /^https?:/.test(link) && link.length <= URL_MAX).slice(0, 10);
}

/** What `at://did/app.bsky.feed.post/rkey` is called here: `did/rkey`. */
const idOf = (uri: string): string => uri.replace(/^at:\/\//, "").replace(/\/app\.bsky\.feed\.post\//, "/");

/** Reads one message of Jetstream, whatever was sent: undefined when it does not even tell its place in the stream. `now` in epoch ms. */
export function readEvent(data: unknown, now: number): StreamEvent | undefined {
  if (typeof data !== "string" || data.length > MESSAGE_MAX) return undefined;
  const envelope = Envelope.safeParse(parsed(data));
  if (!envelope.success || envelope.data.time_us > now * 1000 + AHEAD_US) return undefined;
  const { did, time_us: at_us, kind, commit } = envelope.data;
  if (kind !== "commit") return { at_us, outcome: "irrelevant" };
  const created = Created.safeParse(commit);
  if (!created.success) {
    const other = AnyCommit.safeParse(commit).data;
    const isPost = other === undefined || (other.operation === "create" && other.collection === "app.bsky.feed.post");
    return { at_us, outcome: isPost ? "malformed" : "irrelevant" };
  }
  const { rkey, record } = created.data;
  const at = Math.floor(at_us / 1000);
  if (at - Date.parse(record.createdAt) > IMPORTED_MS) return { at_us, outcome: "imported" };
  const urls = linksOf(record);
  const tags = (record.facets ?? []).flatMap(({ features }) =>
    features.flatMap(({ tag }) => (tag === undefined ? [] : `#${tag.slice(0, 64)}`)),
  );
  const text = cleaned(record.text);
  const terms = termsIn([text, ...tags.slice(0, 20), ...urls].join(" "));
  if (terms.length === 0) return { at_us, outcome: "irrelevant" };
  const parent = record.reply?.parent.uri;
  const post = {
    id: `${did}/${rkey}`,
    author: did,
    text,
    at,
    ...(urls.length > 0 && { urls }),
    ...(parent !== undefined && { reply_to: cleaned(idOf(parent)) }),
  };
  return { at_us, outcome: "named", named: { post, terms } };
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
