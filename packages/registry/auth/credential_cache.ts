import type { Principal } from "./principal.ts";

/** What a key's hash stands for, as the store last said. */
export interface KnownCredential {
  principal: Principal;
  enabled: boolean;
  /** When it stops being good, in milliseconds since 1970; undefined for never. */
  expiresAt: number | undefined;
}

/**
 * How long another replica may go on accepting a credential that this one has revoked.
 * Within this process revocation is immediate.
 */
const LIFETIME_MS = 3_000;
const CAPACITY = 10_000;

/** Credentials seen in the last seconds, by key hash; bounded in time and in number. */
export interface CredentialCache {
  get(hash: string): KnownCredential | undefined;
  set(hash: string, known: KnownCredential): void;
  /** Forgets the credential of a key or token id, and what was exchanged for it. */
  forget(id: string): void;
  /** Forgets every token of a collective. */
  forgetCollective(collectiveId: string): void;
}

/** An empty cache; `now` is the clock, in milliseconds. */
export function credentialCache(now: () => number): CredentialCache {
  const entries = new Map<string, { known: KnownCredential; until: number }>();
  const drop = (matches: (principal: Principal) => boolean) => {
    for (const [hash, { known }] of entries) if (matches(known.principal)) entries.delete(hash);
  };
  return {
    get(hash) {
      const entry = entries.get(hash);
      if (entry === undefined) return undefined;
      if (entry.until > now()) return entry.known;
      entries.delete(hash);
      return undefined;
    },
    set(hash, known) {
      if (entries.size >= CAPACITY) entries.delete(entries.keys().next().value!);
      entries.set(hash, { known, until: now() + LIFETIME_MS });
    },
    forget(id) {
      drop((principal) =>
        ("keyId" in principal && principal.keyId === id) ||
        ("tokenId" in principal && principal.tokenId === id)
      );
    },
    forgetCollective(collectiveId) {
      drop((principal) =>
        principal.kind === "collectiveToken" && principal.collective.id === collectiveId
      );
    },
  };
}
