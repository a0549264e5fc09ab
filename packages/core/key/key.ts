/** The two kinds of key and their prefixes (spec §2.3). */
export const KEY_PREFIXES = { personal: "svc_", collective: "svc_org_" } as const;

/** Which kind a key is: it acts as its user, or as its collective. */
export type KeyKind = keyof typeof KEY_PREFIXES;

/** Characters of a key that may be shown again after creation: the prefix and four digits. */
const SHOWN_DIGITS = 4;

/** The kind of a well-formed key, or undefined. `svc_org_` is tried first, as `svc_` begins it. */
export function keyKind(key: string): KeyKind | undefined {
  if (/^svc_org_[0-9a-f]{32}$/.test(key)) return "collective";
  if (/^svc_[0-9a-f]{32}$/.test(key)) return "personal";
  return undefined;
}

/** What may be shown of a key: enough to tell two apart, nothing to use. */
export function keyStart(key: string): string {
  const prefix = key.startsWith(KEY_PREFIXES.collective)
    ? KEY_PREFIXES.collective
    : KEY_PREFIXES.personal;
  return key.slice(0, prefix.length + SHOWN_DIGITS);
}

/** The stored form of a key: SHA-256, base64url without padding (spec §5.5). */
export async function hashKey(key: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
  return new Uint8Array(digest).toBase64({ alphabet: "base64url", omitPadding: true });
}
