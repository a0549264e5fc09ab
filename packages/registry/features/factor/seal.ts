import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals bytes under the server's secret (AES-256-GCM).
 *
 * @param about what the bytes belong to and are for: sealed text of something else does not open
 */
export function seal(serverSecret: string, about: string, bytes: Uint8Array): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(serverSecret), nonce);
  cipher.setAAD(new TextEncoder().encode(about));
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    .toString("base64url");
}

/** What was sealed; undefined when it was sealed under another secret, about something else, or changed. */
export function unseal(
  serverSecret: string,
  about: string,
  sealed: string,
): Uint8Array | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", keyOf(serverSecret), nonce);
  decipher.setAAD(new TextEncoder().encode(about));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return new Uint8Array(
      Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]),
    );
  } catch {
    return undefined;
  }
}

function keyOf(serverSecret: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", serverSecret, "", "svc second factors", 32));
}
