import { messageOf, SvcError } from "@svc/core/error";
import type { Log } from "@svc/http/log";
import { noCredential } from "../caller/any_of.ts";
import type { Caller, CredentialKind } from "../caller/caller.ts";
import type { State } from "../state/open.ts";
import { attempts } from "./attempts.ts";
import { logChanges } from "./change_log.ts";
import { type CachedSecret, openTokenCache } from "./token_cache.ts";
import { lastUsed } from "./last_used.ts";
import { readToken } from "./name.ts";
import { removeEnded } from "./retention.ts";
import { type Verdict, verify } from "./verify.ts";
import { watches } from "./watches.ts";
import type { RequestHead } from "@svc/http/listener";

/** Characters of a token, at most: what is longer is not even looked at. */
const LONGEST = 512;

const BEARER = /^bearer +([!-~]+) *$/i;

/**
 * What a request's `Authorization` header brings as a bearer token. Tokens come in no other way: an
 * address stands in logs and histories.
 *
 * @returns undefined without such a header; "" for another scheme, for several of them, and for what is
 *   too long
 */
function bearerOf(request: Pick<RequestHead, "headers">): string | undefined {
  const header = request.headers.get("authorization");
  if (header === null) return undefined;
  if (header.length > LONGEST + "Bearer ".length) return "";
  return BEARER.exec(header)?.[1] ?? "";
}

/** How often streams are compared with the state: other processes write their revocations there. */
const LOOK_MS = 1_000;

/** What the credentials work with. */
export interface TokenSurroundings {
  log: Log;
  now(): Date;
  /** Does something again and again, about each so many milliseconds, until disposed of. */
  every?: (ms: number, work: () => void) => Disposable;
}

/** Tokens as credentials. Disposing writes down when they were last used. */
export interface TokenCredentials extends CredentialKind, Disposable {
  /** The caller that a token's credential makes now; undefined once it has ended. For sessions made with it. */
  callerOf(credentialId: string): Caller | undefined;
}

/**
 * Callers with a token `<name>.<secret>`.
 *
 * Tokens are kept in memory. Each request reads one row that tells whether any has changed, which takes
 * some microseconds: a revocation counts from the next request on, whichever process made it. Streams
 * end within {@linkcode LOOK_MS}, all by one timer.
 */
export function tokenCredentials(
  state: Pick<State, "database">,
  { log, now, every = everySoOften }: TokenSurroundings,
): TokenCredentials {
  removeEnded(state, now());
  const clock = () => now().getTime();
  const open = watches((error) => log.error("token.watch_failed", saying(error)));
  const tokens = openTokenCache(state.database, (changes) => {
    logChanges(log, changes);
    for (const change of changes) open.changed(change);
  });
  const uses = lastUsed(state.database, {
    now: clock,
    onError: (error) => log.warn("token.use_lost", saying(error)),
  });
  const tries = attempts({ log, now });
  let timer: Disposable | undefined;

  function check(request: Request, address: string): Caller {
    const text = bearerOf(request);
    if (text === undefined) throw noCredential();
    const parts = readToken(text);
    const verdict = verdictOf(parts);
    if ("good" in verdict) return used(verdict.good);
    if (verdict.refused === "expired") throw expired(parts!.name, address);
    throw tries.refused(parts?.name, verdict.refused, address);
  }

  function verdictOf(parts: ReturnType<typeof readToken>): Verdict {
    refresh();
    if (parts === undefined) return { refused: "malformed" };
    return verify(tokens.find(parts.name), parts.secret, clock());
  }

  function used({ tokenId, caller }: CachedSecret): Caller {
    uses.touch(tokenId);
    return caller;
  }

  /** Only who has the secret learns of it, so it does not count as a guess. */
  function expired(name: string, address: string): SvcError {
    log.warn("credential.refused", { why: "expired", name, address });
    return new SvcError("token_expired", "This token has expired", {
      hint:
        "Log in again with 'svc auth server-login --server <url>', or ask the operator for a new " +
        "secret.",
    });
  }

  function refresh(): void {
    try {
      tokens.refresh();
    } catch (cause) {
      log.error("token.unreadable", saying(cause));
      throw new SvcError("unavailable", "Tokens cannot be checked at the moment", { cause });
    }
  }

  function look(): void {
    try {
      refresh();
      open.expire(clock());
    } catch {
      // What cannot be checked is not good.
      open.endAll("The token could not be checked");
    }
    if (open.size === 0) rest();
  }

  function rest(): void {
    timer?.[Symbol.dispose]();
    timer = undefined;
  }

  return {
    kind: "token",
    recognises: (request) => request.headers.has("authorization"),
    resolve: (request, address) => new Promise((resolve) => resolve(check(request, address))),
    callerOf(credentialId) {
      refresh();
      const token = tokens.ofCredential(credentialId);
      const secret = [token?.current, token?.previous]
        .find((one) => one?.caller.credentialId === credentialId);
      return secret && secret.endsAt > clock() ? secret.caller : undefined;
    },
    watch(caller, ended) {
      timer ??= every(LOOK_MS, look);
      return open.add(caller, tokens.ofCredential(caller.credentialId), ended);
    },
    [Symbol.dispose]() {
      rest();
      uses[Symbol.dispose]();
    },
  };
}

function everySoOften(ms: number, work: () => void): Disposable {
  const timer = setInterval(work, ms);
  Deno.unrefTimer(Number(timer));
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

function saying(error: unknown): { message: string } {
  return { message: messageOf(error) };
}
