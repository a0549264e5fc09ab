import type { DatabaseSync } from "node:sqlite";
import type { Caller } from "../caller/caller.ts";
import { tokenOf } from "./row.ts";
import type { Token } from "./token.ts";

/** One secret of a token, prepared for the requests that carry it. */
export interface CachedSecret {
  tokenId: string;
  hash: string;
  caller: Caller;
  /** Milliseconds since 1970; Infinity for never. Of a secret before a rotation, the end of its grace. */
  endsAt: number;
}

/** A token in memory. */
export interface CachedToken {
  token: Token;
  current: CachedSecret;
  previous: CachedSecret | null;
}

/** A token before and after a change; undefined where there was none, or is none now. */
export interface TokenChange {
  before: CachedToken | undefined;
  after: CachedToken | undefined;
}

/** All tokens in memory, as the database has them. */
export interface TokenCache {
  /** The token of a name as of the last `refresh`. */
  find(name: string): CachedToken | undefined;
  /** The token that a credential's id is of. */
  ofCredential(credentialId: string): CachedToken | undefined;
  /**
   * Takes over what has changed, whoever changed it: one read of some microseconds when nothing has.
   *
   * @throws Error when the database cannot be read
   */
  refresh(): void;
}

interface Clock {
  changes: number;
  removals: number;
}

/** Reads all tokens; calls `changed` with each change after that. */
export function openTokenCache(
  database: DatabaseSync,
  changed: (changes: readonly TokenChange[]) => void,
): TokenCache {
  const clock = database.prepare("SELECT changes, removals FROM token_clock");
  const since = database.prepare("SELECT * FROM token WHERE changed > ? ORDER BY changed");
  const read = (changes: number) => since.all(changes).map((row) => known(tokenOf(row)));
  let at = clock.get() as unknown as Clock;
  let tokens = byName(read(-1));
  let ids = byId(tokens);
  return {
    find: (name) => tokens.get(name),
    ofCredential: (credentialId) => ids.get(credentialId.split(":")[1] ?? ""),
    refresh() {
      const now = clock.get() as unknown as Clock;
      if (now.changes === at.changes) return;
      // Behind the last one, the clock was put back with the whole database.
      const whole = now.removals !== at.removals || now.changes < at.changes;
      const found = read(whole ? -1 : at.changes);
      const all = whole ? byName(found) : new Map([...tokens, ...byName(found)]);
      const changes = differences(tokens, all);
      [at, tokens, ids] = [now, all, byId(all)];
      if (changes.length > 0) changed(changes);
    },
  };
}

function byName(tokens: readonly CachedToken[]): Map<string, CachedToken> {
  return new Map(tokens.map((one) => [one.token.name, one]));
}

function byId(tokens: ReadonlyMap<string, CachedToken>): Map<string, CachedToken> {
  return new Map([...tokens.values()].map((one) => [one.token.id, one]));
}

function differences(
  before: ReadonlyMap<string, CachedToken>,
  after: ReadonlyMap<string, CachedToken>,
): TokenChange[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((name) => ({ before: before.get(name), after: after.get(name) }))
    .filter((change) => change.before?.token.changed !== change.after?.token.changed);
}

function known(token: Token): CachedToken {
  const end = token.revokedAt === null ? token.expiresAt ?? Infinity : 0;
  const { previous, generation } = token;
  return {
    token,
    current: {
      tokenId: token.id,
      hash: token.hash,
      endsAt: end,
      caller: callerOf(token, generation, end),
    },
    previous: previous === null ? null : {
      tokenId: token.id,
      hash: previous.hash,
      endsAt: Math.min(previous.until, end),
      caller: callerOf(token, generation - 1, Math.min(previous.until, end)),
    },
  };
}

/** A rotation ends what is open under the secret before it, so each secret has an id of its own. */
function callerOf(token: Token, generation: number, end: number): Caller {
  const name = token.principal?.username ?? token.name;
  return Object.freeze({
    kind: token.kind,
    name,
    initiatedBy: `${token.kind}:${name}`,
    rights: token.rights,
    credentialId: `token:${token.id}:${generation}`,
    expiresAt: Number.isFinite(end) ? new Date(end) : null,
    cookie: false,
  });
}
