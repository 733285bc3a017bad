import type { Client } from "@token-sentiment/client";
import { useEffect, useState } from "preact/hooks";

/** A token to try. */
export interface Example {
  coin_symbol: string;
  contract_address: string;
  chain_id: string;
  note: string;
}

/** What a caller has left. */
export interface Quota {
  tier: "demo" | "production";
  limit: number | null;
  remaining: number | null;
  next_call_at: number | null;
}

/** What `/api/calibration` says of the confidence, as far as this page tells it. */
export interface Calibration {
  calibrated?: boolean;
  cases?: number;
}

function useResource<T>(client: Client, path: string, again: string): T | undefined {
  const [found, setFound] = useState<T>();
  useEffect(() => {
    const left = new AbortController();
    // The service is the page's own: what it sends is what its schema says.
    client.read(path, left.signal).then(
      (value) => setFound(value as T),
      () => undefined,
    );
    return () => left.abort();
  }, [client, again]);
  return found;
}

/** The tokens to try; undefined until they are known. */
export const useExamples = (client: Client): Example[] | undefined => useResource(client, "/api/examples", "");

/** The calls left, asked for again when `again` changes. */
export const useQuota = (client: Client, again: string): Quota | undefined => useResource(client, "/api/quota", again);
