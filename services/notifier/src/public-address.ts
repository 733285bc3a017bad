import ipaddr from "ipaddr.js";

/** Global unicast (RFC 4291): everything else of IPv6 that ipaddr.js knows no name for is nobody's public address either. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** Public by the registries, and still inside: where Azure answers its metadata; what transition mechanisms map into other networks. */
const INNER = ["168.63.129.16/32", "192.88.99.0/24", "198.18.0.0/15", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"].map((cidr) =>
  ipaddr.parseCIDR(cidr),
);

/**
 * True for an address of the public internet, IPv4 or IPv6, as a resolver or a socket spells it. False for loopback, private, shared (CGNAT),
 * link-local (cloud metadata), unique local, multicast, reserved and documentation addresses, for those that hold another address in them
 * (IPv4-mapped and -compatible, NAT64, 6to4, Teredo), with a zone, and for whatever is no address.
 */
export function isPublicAddress(text: string): boolean {
  // The library reads octal, hex and short forms, which connect elsewhere than they look.
  if (!/^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f:.]*:[0-9a-f:.]*)$/i.test(text) || /^(?:\d+\.)*0\d/.test(text)) return false;
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  if (address instanceof ipaddr.IPv6 && !address.match(GLOBAL_UNICAST)) return false;
  return !INNER.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}
