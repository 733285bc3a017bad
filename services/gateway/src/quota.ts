import { quotaKey, stateOf } from "@token-sentiment/contract";
import { type Bucket, BrokerUnreachableError, type Bus, type Entry, readRequest, readRow } from "@token-sentiment/bus";
import { meterOf } from "./caller.ts";
import type { Config } from "./config.ts";
import { createInTurn } from "./in-turn.ts";
import { countedEntries, isEntryOf, type QuotaEntry, type Standing, standingOf } from "./quota-entries.ts";

/** Which limit a standing is of: the device's, or that of the client's network whatever device it claims to be. */
export type LimitName = "demo" | "address";

/** A demo caller: the ids of its device and of its network, both hashes. */
interface DemoCaller {
  id: string;
  network: string;
}

/** What came of spending a call. Refused: nothing was written, `name` is the limit reached. */
type Spent = { granted: boolean; name: LimitName; standing: Standing };

/** The demo limit, exact over all gateways: compare-and-set on one key a device and one a network. */
export interface Quota {
  /** Counts a call for `jobId`; a second time for the same call it costs nothing. Throws like `Bucket`. */
  spend(caller: DemoCaller, jobId: string): Promise<Spent>;
  /** Takes back the call that became `jobId`'s request at `at`, or would have. False when there is none: it may be repeated. */
  giveBack(callerId: string, jobId: string, at: number): Promise<boolean>;
  /** Lets the call that became `jobId`'s request at `at` count for its 7 days, also when the request is gone: its job has completed. */
  keep(callerId: string, jobId: string, at: number): Promise<void>;
  /** What a device has left; the network's standing when that has less. */
  standing(caller: DemoCaller): Promise<{ name: LimitName; standing: Standing }>;
}

/** Calls in 7 days; 0 = no limit of that kind. */
export interface QuotaLimits {
  perDevice: number;
  perNetwork: number;
}

/** The limits that an operator has set. */
export const limitsOf = (config: Pick<Config, "GATEWAY_DEMO_CALLS" | "GATEWAY_DEMO_PER_ADDRESS">): QuotaLimits => ({
  perDevice: config.GATEWAY_DEMO_CALLS,
  perNetwork: config.GATEWAY_DEMO_PER_ADDRESS,
});

/** What the quota works with. `clock` is broker time. */
export interface QuotaOptions {
  bus: Bus;
  bucket: Bucket;
  clock: { now(): number };
  limits: QuotaLimits;
}

/** An entry so old whose job has no request is of a gateway that died in between: it is free. */
const UNBACKED_MS = 30_000;
const PATIENCE_MS = 2500;

/** Opens the demo limit on its bucket. */
export function createQuota({ bus, bucket, clock, limits }: QuotaOptions): Quota {
  const inTurn = createInTurn(PATIENCE_MS);

  /** True when the entry's call completed, or its job is on its way there, or its request may still come. */
  async function isBacked(entry: QuotaEntry): Promise<boolean> {
    if (entry.kept || clock.now() - entry.at < UNBACKED_MS) return true;
    const [request, row] = await Promise.all([readRequest(bus, entry.job_id), readRow(bus, entry.job_id)]);
    if (!request || !isEntryOf(entry, entry.job_id, request.at)) return false;
    // As every reader judges it: also when nobody is there to write that the job failed, or to give the call back.
    return stateOf(request, row, clock.now()).status !== "failed";
  }

  async function read(key: string): Promise<{ stored: Entry | undefined; entries: QuotaEntry[] }> {
    const stored = await bucket.get(key);
    return { stored, entries: countedEntries(stored?.value, clock.now()) };
  }

  const backed = async (entries: QuotaEntry[]): Promise<QuotaEntry[]> => {
    const checked = await Promise.all(entries.map(isBacked));
    return entries.filter((_, index) => checked[index]);
  };

  /** Replaces the entries of a key by compare-and-set until nobody comes between. `change` answers undefined to leave them. */
  async function change(key: string, next: (entries: QuotaEntry[]) => Promise<QuotaEntry[] | undefined>): Promise<QuotaEntry[]> {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const { stored, entries } = await read(key);
      const wanted = await next(entries);
      if (!wanted) return entries;
      const written = stored ? await bucket.update(key, wanted, stored.revision) : await bucket.create(key, wanted);
      if (written !== undefined) return wanted;
      bus.count("conflict");
      if (performance.now() > until) throw new BrokerUnreachableError("count a call: others came first each time");
    }
  }

  /** Adds an entry unless its call has one or the limit is reached. */
  async function take(key: string, entry: QuotaEntry, limit: number): Promise<{ granted: boolean; standing: Standing }> {
    let granted = false;
    const entries = await change(key, async (before) => {
      granted = before.some((one) => isEntryOf(one, entry.job_id, entry.at));
      if (granted) return undefined;
      const counted = before.length < limit ? before : await backed(before);
      granted = counted.length < limit;
      return granted ? [...counted, entry] : undefined;
    });
    return { granted, standing: granted ? standingOf(entries, limit) : standingOf(await backed(entries), limit) };
  }

  const drop = async (key: string, jobId: string, at: number): Promise<void> => {
    await change(key, async (entries) => {
      const kept = entries.filter((entry) => !isEntryOf(entry, jobId, at));
      return kept.length < entries.length ? kept : undefined;
    });
  };

  /** The device's entries of a call: none of a caller without a limit. */
  const entriesOf = async (callerId: string, jobId: string, at: number): Promise<QuotaEntry[]> =>
    meterOf(callerId) === undefined ? (await read(quotaKey(callerId))).entries.filter((entry) => isEntryOf(entry, jobId, at)) : [];

  const mark = async (key: string, jobId: string, at: number): Promise<void> => {
    await change(key, async (entries) => {
      const unmarked = (entry: QuotaEntry) => !entry.kept && isEntryOf(entry, jobId, at);
      return entries.some(unmarked) ? entries.map((entry) => (unmarked(entry) ? { ...entry, kept: true } : entry)) : undefined;
    });
  };

  async function spend({ id, network }: DemoCaller, jobId: string): Promise<Spent> {
    const device = quotaKey(id);
    const { perDevice, perNetwork } = limits;
    // Looked at first: a device that has none left costs its network nothing, not even for a moment.
    const { entries } = await read(device);
    const mine = entries.some((one) => isEntryOf(one, jobId, clock.now()));
    if (perDevice > 0 && !mine && entries.length >= perDevice) {
      const counted = await backed(entries);
      if (counted.length >= perDevice) return { granted: false, name: "demo", standing: standingOf(counted, perDevice) };
    }
    const entry: QuotaEntry = { job_id: jobId, at: clock.now(), ...(perNetwork > 0 && { network: quotaKey(network) }) };
    let ofNetwork: Standing | undefined;
    if (perNetwork > 0) {
      const taken = await inTurn(quotaKey(network), () => take(quotaKey(network), { job_id: jobId, at: entry.at }, perNetwork));
      if (!taken.granted) return { granted: false, name: "address", standing: taken.standing };
      ofNetwork = taken.standing;
    }
    // The device last: after it only the publish can fail. Without a limit of its own it still remembers the network, for giving back.
    const taken = await take(device, entry, perDevice > 0 ? perDevice : Number.POSITIVE_INFINITY);
    if (!taken.granted && perNetwork > 0) await drop(quotaKey(network), jobId, entry.at);
    if (perDevice === 0 && ofNetwork) return { granted: true, name: "address", standing: ofNetwork };
    return { granted: taken.granted, name: "demo", standing: taken.standing };
  }

  return {
    spend: (caller, jobId) => inTurn(quotaKey(caller.id), () => spend(caller, jobId)),
    async giveBack(callerId, jobId, at) {
      const mine = await entriesOf(callerId, jobId, at);
      // The network first: until the device's entry is gone, whoever repeats this finds it.
      for (const { network } of mine) if (network !== undefined) await drop(network, jobId, at);
      if (mine.length > 0) await drop(quotaKey(callerId), jobId, at);
      return mine.length > 0;
    },
    async keep(callerId, jobId, at) {
      const mine = await entriesOf(callerId, jobId, at);
      for (const { network } of mine) if (network !== undefined) await mark(network, jobId, at);
      if (mine.some(({ kept }) => !kept)) await mark(quotaKey(callerId), jobId, at);
    },
    async standing({ id, network }) {
      const [device, address] = await Promise.all(
        [id, network].map(async (who) => (await backed((await read(quotaKey(who))).entries)) satisfies QuotaEntry[]),
      );
      const ofDevice = standingOf(device ?? [], limits.perDevice);
      const ofNetwork = standingOf(address ?? [], limits.perNetwork);
      const fewer = limits.perNetwork > 0 && (limits.perDevice === 0 || ofNetwork.remaining < ofDevice.remaining);
      return fewer ? { name: "address", standing: ofNetwork } : { name: "demo", standing: ofDevice };
    },
  };
}
