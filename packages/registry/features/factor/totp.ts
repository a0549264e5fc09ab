import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { toBase32 } from "./base32.ts";

/** Seconds that a code is shown for (RFC 6238). */
const STEP_SECONDS = 30;

/** What all authenticator apps take: SHA-1, 6 digits, 30 seconds. */
const DIGITS = 6;

/** Steps before and after the server's own whose code is taken: clocks differ. */
const DRIFT = 1;

/** A secret for an authenticator app: 160 bits, as RFC 4226 recommends. */
export function generateSecret(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(randomBytes(20));
}

/** The code of a time step (RFC 4226, section 5.3). */
export function codeAt(secret: Uint8Array, step: number): string {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(step));
  const mac = createHmac("sha1", secret).update(new Uint8Array(counter.buffer)).digest();
  const number = mac.readUInt32BE(mac.at(-1)! & 0x0f) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/**
 * The time step that a code belongs to, of those around now and later than `after`.
 *
 * @returns undefined for a code of no such step
 */
export function stepOf(
  secret: Uint8Array,
  code: string,
  now: Date,
  after: number,
): number | undefined {
  const current = Math.floor(now.getTime() / 1000 / STEP_SECONDS);
  for (let step = current - DRIFT; step <= current + DRIFT; step++) {
    if (step > after && isSame(codeAt(secret, step), code)) return step;
  }
  return undefined;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => new TextEncoder().encode(text));
  return a!.length === b!.length && timingSafeEqual(a!, b!);
}

/** What an authenticator app reads from a picture (Google's "Key Uri Format"). */
export function otpauthUrl(secret: Uint8Array, account: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
