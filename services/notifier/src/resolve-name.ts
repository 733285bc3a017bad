import { lookup, Resolver } from "node:dns/promises";

const TRY_MS = 2000;
const TRIES = 2;

/**
 * A resolver that asks the name servers and nothing else: no hosts file, no search domains, and no thread that a dead name server could hold.
 * It answers all IPv4 and IPv6 addresses of a name; none is an empty list.
 */
export function nameResolver(): (host: string) => Promise<string[]> {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  return async (host) => {
    const families = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return families.flatMap((family) => (family.status === "fulfilled" ? family.value : []));
  };
}

/** All addresses of a name as this machine knows it, its hosts file among them: of a sandbox, where `localhost` is called. */
export const ownNames = async (host: string): Promise<string[]> => (await lookup(host, { all: true })).map(({ address }) => address);
