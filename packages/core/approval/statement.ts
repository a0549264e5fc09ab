/** What a person decides about a staged version; `override` publishes it without the approvals. */
export const DECISIONS = ["approve", "reject", "override"] as const;

/** A decision about a staged version. */
export type Decision = typeof DECISIONS[number];

/** What a decision is about, to the bytes. */
export interface Decided {
  decision: Decision;
  /** Origin of the registry. */
  origin: string;
  /** Id of the staged version. */
  id: string;
  name: string;
  version: string;
  channel: string;
  /** SHA-256 of the archive in hexadecimal. */
  checksum: string;
}

/**
 * What a passkey signs for a decision (trust 5): lines, none of which can hold a line end, the first
 * of which names the decision, so that the signature of a rejection approves nothing.
 */
export function statementOf(decided: Decided): string {
  const { decision, origin, id, name, version, channel, checksum } = decided;
  return [`svc-${decision}-v1`, origin, id, name, version, channel, checksum].join("\n");
}

/**
 * The challenge of an authenticator for a statement: SHA-256 of the nonce and the statement, in
 * base64url.
 *
 * @param nonce random bytes of the registry, so that no two challenges are the same
 */
export async function challengeOf(nonce: Uint8Array, statement: string): Promise<string> {
  const text = new TextEncoder().encode(statement);
  const bytes = new Uint8Array(nonce.length + text.length);
  bytes.set(nonce);
  bytes.set(text, nonce.length);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return digest.toBase64({ alphabet: "base64url", omitPadding: true });
}
