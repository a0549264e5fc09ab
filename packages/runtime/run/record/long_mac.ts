import { createHmac, type Hmac } from "node:crypto";

/** HMAC with SHA-256 that takes a text piece by piece. */
export function longMac(key: Uint8Array): Hmac {
  return createHmac("sha256", key);
}
