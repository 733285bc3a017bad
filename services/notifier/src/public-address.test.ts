import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isPublicAddress } from "./public-address.ts";

test.each([
  "1.1.1.1",
  "8.8.8.8",
  "93.184.216.34",
  "172.15.255.255",
  "172.32.0.1",
  "100.63.255.255",
  "100.128.0.0",
  "2606:4700::1111",
  "2a00:1450:4001:82f::200e",
])("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ["loopback", "127.0.0.1", "127.255.255.254", "::1", "0:0:0:0:0:0:0:1"],
  ["unspecified", "0.0.0.0", "0.1.2.3", "::"],
  ["private", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1"],
  ["shared (CGNAT)", "100.64.0.1", "100.127.255.255"],
  ["link-local and cloud metadata", "169.254.169.254", "169.254.170.2", "fe80::1", "fd00:ec2::254", "168.63.129.16"],
  ["unique and site-local", "fc00::1", "fdff::1", "fec0::1"],
  ["multicast and broadcast", "224.0.0.1", "239.255.255.255", "255.255.255.255", "ff02::1"],
  [
    "reserved and documentation",
    "240.0.0.1",
    "192.0.0.1",
    "192.0.2.1",
    "198.51.100.1",
    "203.0.113.1",
    "198.18.0.1",
    "2001:db8::1",
    "3fff::1",
    "100::1",
    "5f00::1",
  ],
  ["IPv4-mapped and -compatible", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:7f00:1", "::127.0.0.1", "::8.8.8.8"],
  ["NAT64", "64:ff9b::7f00:1", "64:ff9b::8.8.8.8", "64:ff9b:1::a00:1"],
  ["6to4 and Teredo", "2002:7f00:1::", "2002:a00:1::1", "2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
  ["with a zone", "fe80::1%eth0", "2606:4700::1111%1"],
  [
    "no address as a resolver spells it",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "127.1",
    "0177.0.0.1",
    "010.8.8.8",
    "8.8.8.010",
    "8.8.8",
    "8.8.8.8.8",
    "256.1.1.1",
    "localhost",
    "",
    " 8.8.8.8",
    "[::1]",
  ],
])("%s is not public", (_kind, ...addresses) => {
  for (const address of addresses) expect(isPublicAddress(address), address).toBe(false);
});

const octet = fc.integer({ min: 0, max: 255 });
const seed = 20_261_121;

/** The blocks of IPv4 that are not public, by arithmetic of their own. */
function isInner([a = 0, b = 0, c = 0]: number[]): boolean {
  if (a === 0 || a === 10 || a === 127 || a >= 224) return true;
  if (a === 100) return b >= 64 && b < 128;
  if (a === 169) return b === 254;
  if (a === 172) return b >= 16 && b < 32;
  if (a === 192) return b === 168 || (b === 0 && (c === 0 || c === 2)) || (b === 88 && c === 99);
  if (a === 198) return b === 18 || b === 19 || (b === 51 && c === 100);
  return a === 203 && b === 0 && c === 113;
}

test("of any IPv4 address it says what its block says, and of none that an IPv6 address holds that it is public", () => {
  const anyOf = fc.oneof(
    fc.tuple(octet, octet, octet, octet),
    fc.tuple(fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 198, 203), octet, octet, octet),
  );
  fc.assert(
    fc.property(anyOf, (octets) => {
      const text = octets.join(".");
      if (isInner(octets)) expect(isPublicAddress(text), text).toBe(false);
      const hex = octets.map((one) => one.toString(16).padStart(2, "0"));
      const groups = `${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`;
      for (const holder of [`::ffff:${text}`, `::${text}`, `64:ff9b::${groups}`, `2002:${groups}::1`, `::ffff:0:${groups}`])
        expect(isPublicAddress(holder), holder).toBe(false);
    }),
    { seed, numRuns: 3000 },
  );
});

test("an IPv6 address outside 2000::/3 is never public", () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  fc.assert(
    fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
      const text = groups.map((one) => one.toString(16)).join(":");
      if ((groups[0] ?? 0) >> 13 !== 1) expect(isPublicAddress(text), text).toBe(false);
    }),
    { seed, numRuns: 3000 },
  );
});

test("what is no address is never public, and nothing makes it throw", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(isPublicAddress(`${text}!`)).toBe(false);
    }),
    { seed, numRuns: 1000 },
  );
});
