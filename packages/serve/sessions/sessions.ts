import type { RequestHead } from "@svc/http/listener";
import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { Caller } from "../caller/caller.ts";
import { ownCookie } from "./cookie.ts";

/** Sessions of browsers. A session's id is the hash of what the cookie holds: who reads this cannot use it. */
export const SESSION_TABLES: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS session (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT`,
  `CREATE INDEX IF NOT EXISTS session_owner ON session (owner)`,
];

/** The longest that a session lasts, in milliseconds. */
export const SESSION_MS = 8 * 3_600_000;

/** Browsers that are signed in with one credential at a time: whoever has it could fill the disk. */
export const MOST_OF_ONE = 100;

/** Bytes of chance in a cookie. */
const SECRET_BYTES = 32;

/** A browser that somebody signed in. */
export interface Session {
  id: string;
  /** The credential that it was signed in with; the session ends with it. */
  owner: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** Sessions of browsers, for people and for those who paste a token. */
export interface Sessions {
  /**
   * Signs a browser in as `caller`, for eight hours at most and no longer than the caller's credential.
   * A session that the browser had before ends: its cookie may be known to somebody else. Of more than
   * {@linkcode MOST_OF_ONE} with one credential the oldest end.
   *
   * @returns the `Set-Cookie` header
   */
  create(caller: Caller, request: Request): string;
  /** The session of a request's cookie, which is good as far as it is concerned. */
  find(request: Request): Session | undefined;
  /** The session with this id, if it is still good. */
  get(id: string): Session | undefined;
  /** Whether a request brings a session's cookie, good or not. */
  has(request: RequestHead): boolean;
  /** Signs the browser out. @returns the `Set-Cookie` header */
  end(request: Request): string;
  /** Ends all sessions that were signed in with a credential. */
  endOf(owner: string): void;
}

/** Sessions kept in the state of a server. */
export function openSessions(
  database: DatabaseSync,
  publicUrl: string,
  now: () => Date,
): Sessions {
  const cookie = ownCookie(publicUrl, "svc_session");
  const insert = database.prepare("INSERT INTO session VALUES (?, ?, ?, ?)");
  const one = database.prepare("SELECT * FROM session WHERE id = ? AND expires_at > ?");
  const remove = database.prepare("DELETE FROM session WHERE id = ?");
  const removeOf = database.prepare("DELETE FROM session WHERE owner = ?");
  const sweep = database.prepare("DELETE FROM session WHERE expires_at <= ?");
  const crowd = database.prepare(
    `DELETE FROM session WHERE rowid IN (
      SELECT rowid FROM session WHERE owner = ? ORDER BY created_at DESC, rowid DESC LIMIT -1 OFFSET ?
    )`,
  );
  const time = () => now().getTime();

  function get(id: string): Session | undefined {
    const row = one.get(id, time()) as { owner: string; expires_at: number } | undefined;
    return row && { id, owner: row.owner, expiresAt: row.expires_at };
  }

  function drop(request: Request): void {
    const value = cookie.read(request);
    if (value !== undefined) remove.run(hashOf(value));
  }

  return {
    create(caller, request) {
      drop(request);
      sweep.run(time());
      const value = crypto.getRandomValues(new Uint8Array(SECRET_BYTES))
        .toBase64({ alphabet: "base64url", omitPadding: true });
      const expiresAt = Math.min(time() + SESSION_MS, caller.expiresAt?.getTime() ?? Infinity);
      insert.run(hashOf(value), caller.credentialId, time(), expiresAt);
      crowd.run(caller.credentialId, MOST_OF_ONE);
      return cookie.set(value, Math.max(0, Math.floor((expiresAt - time()) / 1000)));
    },
    find(request) {
      const value = cookie.read(request);
      return value === undefined ? undefined : get(hashOf(value));
    },
    get,
    has: (request) => cookie.read(request) !== undefined,
    end(request) {
      drop(request);
      return cookie.clear();
    },
    endOf: (owner) => void removeOf.run(owner),
  };
}

function hashOf(value: string): string {
  return createHash("sha256").update(value).digest("hex");
}
