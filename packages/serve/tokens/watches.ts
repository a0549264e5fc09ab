import type { Caller } from "../caller/caller.ts";
import { type Rights, runnableText } from "../rights/rights.ts";
import type { CachedSecret, CachedToken, TokenChange } from "./token_cache.ts";

/** Called once, with why a credential ended. */
export type Ended = (why: string) => void;

/** Why a credential that was left alone ends. */
const EXPIRED = "The token has expired";

/** Streams that end with the credential they were opened under. */
export interface Watches {
  /**
   * Begins a watch over a credential of that token. One that has ended since the caller was let in ends
   * with the next look. Disposing ends the watch without telling.
   */
  add(caller: Caller, token: CachedToken | undefined, ended: Ended): Disposable;
  /** Ends what a change of a token ends. */
  changed(change: TokenChange): void;
  /** Ends what has expired by this time: free as long as nothing has. */
  expire(now: number): void;
  /** Ends all of them. */
  endAll(why: string): void;
  readonly size: number;
}

interface Watch {
  caller: Caller;
  /** When it ends if nothing changes, and what is said then. */
  endsAt: number;
  why: string;
  ended: Ended;
}

/** No watches. When one throws as it ends, `onError` is called and the others still end. */
export function watches(onError: (error: unknown) => void): Watches {
  const byCredential = new Map<string, Set<Watch>>();
  let size = 0;
  /** Not later than the end of any watch. */
  let soonest = Infinity;

  function remove(watch: Watch): boolean {
    const { credentialId } = watch.caller;
    const same = byCredential.get(credentialId);
    if (!same?.delete(watch)) return false;
    if (same.size === 0) byCredential.delete(credentialId);
    size--;
    return true;
  }

  function end(watch: Watch, why: string): void {
    if (!remove(watch)) return;
    try {
      watch.ended(why);
    } catch (error) {
      onError(error);
    }
  }

  function follow(secret: CachedSecret, now: CachedToken | undefined): void {
    for (const watch of [...byCredential.get(secret.caller.credentialId) ?? []]) {
      const still = secretOf(now, secret.caller.credentialId);
      const why = endOf(watch.caller, now, still);
      if (why !== undefined) end(watch, why);
      else if (still !== undefined) {
        watch.endsAt = still.endsAt;
        soonest = Math.min(soonest, still.endsAt);
      }
    }
  }

  return {
    add(caller, token, ended) {
      const still = secretOf(token, caller.credentialId);
      const why = endOf(caller, token, still);
      const endsAt = why === undefined ? still!.endsAt : 0;
      const watch = { caller, endsAt, why: why ?? EXPIRED, ended };
      const same = byCredential.get(caller.credentialId) ?? new Set();
      byCredential.set(caller.credentialId, same.add(watch));
      size++;
      soonest = Math.min(soonest, endsAt);
      return { [Symbol.dispose]: () => void remove(watch) };
    },
    changed({ before, after }) {
      if (size === 0 || before === undefined) return;
      follow(before.current, after);
      if (before.previous !== null) follow(before.previous, after);
    },
    expire(now) {
      if (now < soonest) return;
      const all = [...byCredential.values()].flatMap((same) => [...same]);
      soonest = all.reduce(
        (least, { endsAt }) => endsAt > now ? Math.min(least, endsAt) : least,
        Infinity,
      );
      for (const watch of all) if (watch.endsAt <= now) end(watch, watch.why);
    },
    endAll(why) {
      for (const same of [...byCredential.values()]) for (const watch of [...same]) end(watch, why);
    },
    get size() {
      return size;
    },
  };
}

/** The secret that a credential's id names; undefined when it has been replaced. */
function secretOf(known: CachedToken | undefined, id: string): CachedSecret | undefined {
  return [known?.current, known?.previous].find((one) => one?.caller.credentialId === id) ??
    undefined;
}

function endOf(
  caller: Caller,
  now: CachedToken | undefined,
  still: CachedSecret | undefined,
): string | undefined {
  if (now === undefined || now.token.revokedAt !== null) return "The token was revoked";
  if (still === undefined) return "The token has a new secret";
  if (!keeps(caller.rights, still.caller.rights)) return "The rights of the token were reduced";
  return undefined;
}

/** Whether every entry of the rights before is among those now. */
function keeps(before: Rights, now: Rights): boolean {
  const [run, read] = [new Set(now.run.map(runnableText)), new Set(now.read)];
  return before.run.every((entry) => run.has(runnableText(entry))) &&
    before.read.every((entry) => read.has(entry));
}
