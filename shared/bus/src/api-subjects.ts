import { type BucketName, bucketStream, streams } from "@token-sentiment/contract";

/** The prefix of the subjects of JetStream's interface. */
export const API = "$JS.API";

/** Asks what streams are like. */
export const streamInfo = (...names: string[]) => names.map((name) => `${API}.STREAM.INFO.${name}`);
/** Reads one message through a stream's leader. */
export const leaderGet = (...names: string[]) => names.map((name) => `${API}.STREAM.MSG.GET.${name}`);
/** Reads keys of a bucket from any replica. */
export const directKeys = (bucket: BucketName, under = "") => `${API}.DIRECT.GET.${bucketStream(bucket)}.$KV.${bucket}.${under}>`;
/** Reads many messages of a stream from any replica. */
export const directBatch = (stream: string) => `${API}.DIRECT.GET.${stream}`;
/** Asks what a consumer is like. */
export const consumerInfo = (durable: string, stream: string = streams.analysis) => `${API}.CONSUMER.INFO.${stream}.${durable}`;
/** Pulls from a consumer. */
export const next = (durable: string, stream: string = streams.analysis) => `${API}.CONSUMER.MSG.NEXT.${stream}.${durable}`;
/** Both forms of an acknowledgement's subject. */
export const acks = (durable: string, stream: string = streams.analysis) => [
  `$JS.ACK.${stream}.${durable}.>`,
  `$JS.ACK.*.*.${stream}.${durable}.>`,
];
/** All that working a consumer takes. */
export const works = (durable: string, stream?: string) => [consumerInfo(durable, stream), next(durable, stream), ...acks(durable, stream)];
