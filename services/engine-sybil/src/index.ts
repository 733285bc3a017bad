export { assess, type Assessment } from "./assess.ts";
export type { Facts } from "./facts.ts";
export { readMood } from "./mood/read-mood.ts";
export type { Post } from "./post.ts";
export { rulesOn } from "./rules/rules-on.ts";
export { type Sample, sampleOf } from "./sample.ts";
export { sybil } from "./sybil.ts";
export { talkOf } from "./talk/talk-of.ts";
export { skeleton } from "./text/skeleton.ts";
