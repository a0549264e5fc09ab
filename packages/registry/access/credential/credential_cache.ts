import type { Principal } from "./principal.ts";
import type { Events } from "../../platform/events/events.ts";

/** What a credential's hash stands for, as the store last said. */
export interface KnownCredential {
  principal: Principal;
  enabled: boolean;
  /** When it stops being good, in milliseconds since 1970; undefined for never. */
  expiresAt: number | undefined;
}

/**
 * How long a credential is believed without asking, whatever was heard. Within this process a
 * revocation is immediate; another one hears of it (`platform/store/following.ts`).
 */
const LIFETIME_MS = 3_000;
const CAPACITY = 10_000;

/** Credentials seen in the last seconds, by key hash; bounded in time and in number. */
export interface CredentialCache {
  get(hash: string): KnownCredential | undefined;
  /**
   * Remembers what the store said. `asked` is the generation before it was asked: what was forgotten
   * meanwhile must not come back from an answer that is older than that.
   */
  set(hash: string, known: KnownCredential, asked: number): void;
  /** Grows with everything that is forgotten on purpose. */
  generation(): number;
  /** Forgets the credential of a key or token id, and what was exchanged for it. */
  forget(id: string): void;
  /** Forgets every signed-in session. They come back with one look-up each, and end rarely. */
  forgetSessions(): void;
  /** Forgets every token of a collective. */
  forgetCollective(collectiveId: string): void;
  /** Forgets everything. */
  forgetAll(): void;
}

/**
 * An empty cache; `now` is the clock, in milliseconds. While `current` is false, other processes may
 * have ended a credential without this one having heard of it: none is known then.
 */
export function credentialCache(
  now: () => number,
  current: () => boolean = () => true,
): CredentialCache {
  const entries = new Map<string, { known: KnownCredential; until: number }>();
  let generation = 0;
  const drop = (matches: (principal: Principal) => boolean) => {
    generation++;
    for (const [hash, { known }] of entries) if (matches(known.principal)) entries.delete(hash);
  };
  return {
    get(hash) {
      if (!current()) return undefined;
      const entry = entries.get(hash);
      if (entry === undefined) return undefined;
      if (entry.until > now()) return entry.known;
      entries.delete(hash);
      return undefined;
    },
    set(hash, known, asked) {
      if (asked !== generation) return;
      if (entries.size >= CAPACITY) entries.delete(entries.keys().next().value!);
      entries.set(hash, { known, until: now() + LIFETIME_MS });
    },
    generation: () => generation,
    forget(id) {
      drop((principal) =>
        ("keyId" in principal && principal.keyId === id) ||
        ("tokenId" in principal && principal.tokenId === id)
      );
    },
    forgetSessions() {
      drop(({ kind }) => kind === "session" || kind === "sessionToken");
    },
    forgetAll() {
      generation++;
      entries.clear();
    },
    forgetCollective(collectiveId) {
      drop((principal) =>
        principal.kind === "collectiveToken" && principal.collective.id === collectiveId
      );
    },
  };
}

/** Makes the cache forget what an event says is over, whichever process ended it. */
export function followEvents(cache: CredentialCache, events: Events): void {
  events.on("credential.ended", ({ ids }) => ids.forEach((id) => cache.forget(id)));
  events.on("sessions.ended", () => cache.forgetSessions());
  events.on("collective.changed", ({ collectiveId }) => cache.forgetCollective(collectiveId));
  events.on("store.changed", () => cache.forgetAll());
}
