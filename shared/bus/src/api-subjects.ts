import { type BucketName, bucketStream, streams } from "@token-sentiment/contract";

/** What the subjects of JetStream's interface begin with in the platform's account. */
export const API = "$JS.API";

export const streamInfo = (...names: string[]) => names.map((name) => `${API}.STREAM.INFO.${name}`);
export const leaderGet = (...names: string[]) => names.map((name) => `${API}.STREAM.MSG.GET.${name}`);
export const directKeys = (bucket: BucketName, under = "") => `${API}.DIRECT.GET.${bucketStream(bucket)}.$KV.${bucket}.${under}>`;
export const directBatch = (stream: string) => `${API}.DIRECT.GET.${stream}`;
export const consumerInfo = (durable: string, stream: string = streams.analysis) => `${API}.CONSUMER.INFO.${stream}.${durable}`;
/** Where a consumer is pulled from. */
export const pullOf = (durable: string, stream: string = streams.analysis) => `${API}.CONSUMER.MSG.NEXT.${stream}.${durable}`;
/** Both forms of an acknowledgement's subject. */
export const acks = (durable: string, stream: string = streams.analysis) => [
  `$JS.ACK.${stream}.${durable}.>`,
  `$JS.ACK.*.*.${stream}.${durable}.>`,
];
/** All that working a consumer takes. */
export const works = (durable: string, stream?: string) => [
  consumerInfo(durable, stream),
  pullOf(durable, stream),
  ...acks(durable, stream),
];
