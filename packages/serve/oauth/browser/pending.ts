/** A browser on its way to the registry and back. */
export interface Pending {
  state: string;
  nonce: string;
  /** Proves with the code that the same server asks (PKCE). */
  verifier: string;
  returnTo: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** Keeps what is pending with the browser itself, so that strangers cannot fill anything here. */
export interface Sealing {
  /** A text that only this process can read or make. */
  seal(pending: Pending): Promise<string>;
  /** Undefined for what was not sealed here, or too long ago. */
  open(sealed: string, now: Date): Promise<Pending | undefined>;
}

/** Milliseconds that somebody may take to sign in at the registry. */
export const PENDING_MS = 10 * 60_000;

/** Bytes of the nonce of AES-GCM. */
const IV_BYTES = 12;

/** Seals with a key that lives as long as the process: who was on the way at a restart starts again. */
export function sealing(): Sealing {
  const made = crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, [
    "encrypt",
    "decrypt",
  ]);
  const base64 = { alphabet: "base64url", omitPadding: true } as const;
  return {
    async seal(pending) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const text = new TextEncoder().encode(JSON.stringify(pending));
      const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await made, text);
      return new Uint8Array([...iv, ...new Uint8Array(sealed)]).toBase64(base64);
    },
    async open(sealed, now) {
      try {
        const bytes = Uint8Array.fromBase64(sealed, { alphabet: "base64url" });
        const iv = bytes.slice(0, IV_BYTES);
        const algorithm = { name: "AES-GCM", iv };
        const text = await crypto.subtle.decrypt(algorithm, await made, bytes.slice(IV_BYTES));
        const pending = JSON.parse(new TextDecoder().decode(text)) as Pending;
        return pending.expiresAt > now.getTime() ? pending : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
