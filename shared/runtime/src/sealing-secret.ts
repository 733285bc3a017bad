import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from "node:crypto";
import { readSecretFile } from "./secret-file.ts";

/** One secret of two services: what one of them seals, the other opens, and both derive the same further secrets from it. */
export interface SealingSecret {
  /**
   * AES-256-GCM with a nonce that follows from text and `about` (HMAC-SHA256, as SIV modes do): sealing the same twice gives the same, so that
   * two sealed texts can be compared. base64url.
   */
  seal(text: string, about: string): string;
  /** Undefined for what was sealed about something else, by another secret, or changed since. */
  open(sealed: string, about: string): string | undefined;
  /** 32 bytes that follow from the secret and `about`, and from which neither can be told. */
  derive(about: string): Buffer;
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = "aes-256-gcm";

/** Makes one of a text of at least 32 bytes, for one purpose: what is made for another purpose has nothing to do with it. */
export function sealingSecret(secret: string, purpose: string): SealingSecret {
  const keyFor = (use: string): Buffer => Buffer.from(hkdfSync("sha256", secret, purpose, use, KEY_BYTES));
  const [encryption, nonces, derived] = [keyFor("encryption"), keyFor("nonces"), keyFor("derived")];
  const hmac = (key: Buffer, ...parts: string[]): Buffer => createHmac("sha256", key).update(JSON.stringify(parts)).digest();
  return {
    seal(text, about) {
      const nonce = hmac(nonces, about, text).subarray(0, NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, encryption, nonce).setAAD(Buffer.from(about));
      const sealed = [cipher.update(text, "utf8"), cipher.final()];
      return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString("base64url");
    },
    open(sealed, about) {
      const bytes = Buffer.from(sealed, "base64url");
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv(CIPHER, encryption, bytes.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(about));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString("utf8");
      } catch {
        return undefined;
      }
    },
    derive: (about) => hmac(derived, about),
  };
}

/** Reads one from a secret's file. @throws Error, never with the content, when it cannot be read or is shorter than 32 bytes. */
export async function readSealingSecret(path: string, purpose: string): Promise<SealingSecret> {
  const secret = await readSecretFile(path);
  if (Buffer.byteLength(secret) < KEY_BYTES)
    throw new Error(`the secret file ${path} is shorter than ${KEY_BYTES} bytes: make one with \`openssl rand -hex 32\``);
  return sealingSecret(secret, purpose);
}
