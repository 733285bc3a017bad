import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";

/** One element of DER: its tag, its length, what it holds. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
const bytes = (hex: string): Buffer => Buffer.from(hex, "hex");
const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, bytes(hex));
const nameOf = (common: string): Buffer => sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from(common)))));
const extension = (id: string, value: Buffer): Buffer => sequence(oid(id), der(0x04, value));
const ECDSA_SHA256 = sequence(oid("2a8648ce3d040302"));

/** A certificate with its key, as a TLS server takes them. */
export interface Certificate {
  name: string;
  cert: string;
  key: string;
  privateKey: KeyObject;
}

/** Makes one of `name`, valid from 2020 to 2049, signed by `by`, or by itself: then it may sign others. */
export function certificateOf(name: string, by?: Certificate): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const time = (at: string): Buffer => der(0x17, Buffer.from(at));
  const extensions = by
    ? [extension("551d11", sequence(der(0x82, Buffer.from(name))))]
    : [extension("551d13", sequence(der(0x01, bytes("ff")))), extension("551d11", sequence(der(0x82, Buffer.from(name))))];
  const toSign = sequence(
    der(0xa0, der(0x02, bytes("02"))),
    der(0x02, bytes(by ? "02" : "01")),
    ECDSA_SHA256,
    nameOf(by?.name ?? name),
    sequence(time("200101000000Z"), time("491231235959Z")),
    nameOf(name),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign("sha256", toSign, by?.privateKey ?? privateKey);
  const lines = sequence(toSign, ECDSA_SHA256, der(0x03, bytes("00"), signature))
    .toString("base64")
    .match(/.{1,64}/g)!;
  return {
    name,
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    privateKey,
  };
}
