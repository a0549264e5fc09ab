/**
 * The kinds of key and their prefixes: two of spec §2.3, and the one of fifteen minutes that a CI job
 * publishes with (trust 2.5).
 */
export const KEY_PREFIXES = {
  personal: "svc_",
  collective: "svc_org_",
  publish: "svc_ci_",
} as const;

/** Which kind a key is: it acts as its user, as its collective, or for the publishers of one CI job. */
export type KeyKind = keyof typeof KEY_PREFIXES;

/** Characters of a key that may be shown again after creation: the prefix and four digits. */
const SHOWN_DIGITS = 4;

/** The kind of a well-formed key, or undefined. No prefix and 32 hexadecimal characters is another's. */
export function keyKind(key: string): KeyKind | undefined {
  if (/^svc_org_[0-9a-f]{32}$/.test(key)) return "collective";
  if (/^svc_ci_[0-9a-f]{32}$/.test(key)) return "publish";
  if (/^svc_[0-9a-f]{32}$/.test(key)) return "personal";
  return undefined;
}

/** What may be shown of a key: enough to tell two apart, nothing to use. */
export function keyStart(key: string): string {
  const prefix = KEY_PREFIXES[keyKind(key) ?? "personal"];
  return key.slice(0, prefix.length + SHOWN_DIGITS);
}

/** The stored form of a key: SHA-256, base64url without padding (spec §5.5). */
export async function hashKey(key: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
  return new Uint8Array(digest).toBase64({ alphabet: "base64url", omitPadding: true });
}
