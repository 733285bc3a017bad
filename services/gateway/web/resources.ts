import type { Client } from "@token-sentiment/client";
import { useEffect, useState } from "preact/hooks";
import { readOwn } from "./own-service.ts";

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

/** What `/api/calibration` says, as far as this page tells it. */
export interface Calibration {
  /** `expert`: set by people, fitted to no case. */
  weights: string;
  held_out: { cases: number };
  /** By tenths of the likeliest scenario's probability: how often it came. */
  reliability: { from: number; to: number; cases: number; came: number }[];
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names what the path's schema says
function useResource<T>(client: Client, path: string, again: string): T | undefined {
  const [found, setFound] = useState<T>();
  useEffect(() => {
    const left = new AbortController();
    void readOwn<T>(client, path, left.signal).then((value) => {
      if (value !== undefined) setFound(value);
    });
    return () => left.abort();
  }, [client, again]);
  return found;
}

/** The tokens to try; undefined until they are known. */
export const useExamples = (client: Client): Example[] | undefined => useResource(client, "/api/examples", "");

/** How the model's answers compare with what followed. */
export const useCalibration = (client: Client): Calibration | undefined => useResource(client, "/api/calibration", "");

/** The calls left, asked for again when `again` changes. */
export const useQuota = (client: Client, again: string): Quota | undefined => useResource(client, "/api/quota", again);
