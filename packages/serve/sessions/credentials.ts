import { SvcError } from "@svc/core/error";
import type { Caller, CredentialKind } from "../caller/caller.ts";
import type { Session, Sessions } from "./sessions.ts";

/** How often open streams are compared with the state, in milliseconds. */
const LOOK_MS = 1000;

/** Finds the caller that a credential makes now; undefined when it has ended. */
export type OwnerOf = (credentialId: string) => Caller | undefined;

/** Sessions as credentials: each is as good as the credential that it was signed in with. */
export function sessionCredentials(
  sessions: Sessions,
  ownerOf: OwnerOf,
  now: () => Date,
): CredentialKind {
  const watched = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;

  function look(): void {
    for (const check of [...watched]) check();
    if (watched.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  function callerOf(session: Session): Caller | undefined {
    const owner = ownerOf(session.owner);
    const ends = Math.min(session.expiresAt, owner?.expiresAt?.getTime() ?? Infinity);
    if (owner === undefined || ends <= now().getTime()) return undefined;
    return {
      ...owner,
      credentialId: `session:${session.id}`,
      expiresAt: new Date(ends),
      cookie: true,
    };
  }

  return {
    kind: "session",
    recognises: (request) => sessions.has(request),
    resolve(request) {
      const session = sessions.find(request);
      const caller = session === undefined ? undefined : callerOf(session);
      return caller === undefined ? Promise.reject(signedOut()) : Promise.resolve(caller);
    },
    watch(caller, ended) {
      const check = () => {
        const why = endOf(caller);
        if (why === undefined || !watched.delete(check)) return;
        ended(why);
      };
      watched.add(check);
      timer ??= setInterval(look, LOOK_MS);
      return { [Symbol.dispose]: () => void watched.delete(check) };
    },
  };

  function endOf({ credentialId, rights }: Caller): string | undefined {
    let still: Caller | undefined;
    try {
      const session = sessions.get(credentialId.slice("session:".length));
      still = session === undefined ? undefined : callerOf(session);
    } catch {
      // What cannot be checked is not good. Thrown out of a timer, it would end the server.
      return "The session could not be checked";
    }
    if (still === undefined) return "The session has ended";
    if (JSON.stringify(still.rights) !== JSON.stringify(rights)) return "Rights have changed";
    return undefined;
  }
}

function signedOut(): SvcError {
  return new SvcError("session_expired", "You are signed out", { hint: "Sign in again." });
}
