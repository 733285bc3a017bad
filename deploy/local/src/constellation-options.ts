import type { LogLine } from "./service-log.ts";

/** A broker that runs already. */
export interface ExistingBroker {
  url: string;
  /** Directory with `<role>.nkey` for each role; without it everybody connects as nobody. */
  keysDir?: string | undefined;
}

/** What runs in place of a room's main, with its arguments: a file, or `--import` and the like before it. */
type Program = readonly [file: string, ...args: string[]];

/** Another release of a service, beside or after the one that a constellation began with. */
export interface Release {
  program: Program;
  /** Added to the environment of this process alone. */
  env?: Record<string, string>;
}

/** What to start, and where. */
export interface ConstellationOptions {
  /** Everything is kept here; one constellation at a time. */
  dataDir: string;
  /** Of the gateway; 0 (the default) takes a free one. */
  port?: number;
  /** Of the broker; 0 (the default) takes a free one. */
  brokerPort?: number;
  /** `always`, or how much time a power cut may lose; the broker's own default when omitted. */
  syncInterval?: string;
  /** Bytes that streams may take on disk, in the broker's notation; 10 GB when omitted. */
  maxFileStore?: string;
  /** Use this broker instead of starting one. */
  nats?: ExistingBroker | undefined;
  /** Without the sandbox: the services ask the public endpoints. */
  live?: boolean;
  /** Added to the environment of every service. */
  env?: Record<string, string>;
  /** Services by name; default: all. The provisioner always runs first, once. */
  services?: readonly string[];
  /** More than one process of a service: `{ aggregator: 2 }` adds `aggregator-2`. */
  replicas?: Record<string, number>;
  /** By service, what runs in place of its main, with its arguments, under its name, settings and role: for load and for faults. */
  programs?: Readonly<Record<string, Program>>;
  /** Lines for people: what was restarted. */
  say?: (line: string) => void;
  /** Every log line of every service. */
  onLog?: (service: string, line: LogLine) => void;
  /** Stops the start half way. */
  signal?: AbortSignal;
}
