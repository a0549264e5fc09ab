import { SvcError } from "@svc/core/error";
import { keyKind } from "@svc/core/key";
import { isScope } from "@svc/core/scope";
import { PUBLISHER_ACTIONS } from "@svc/core/wire";
import type { Db } from "../store/schema.ts";
import { type Credential, readCredential } from "./credential.ts";
import type { CredentialCache, KnownCredential } from "./credential_cache.ts";
import { isExchangeToken } from "./exchange_token.ts";
import { keyHash } from "./key_hash.ts";
import type { LastUsed } from "./last_used.ts";
import type { Principal } from "./principal.ts";
import type { CookieVerifier } from "./signed_cookie.ts";
import type { StoredInstant } from "../store/credential_tables.ts";
import { storedList } from "../../platform/store/list.ts";

/** What resolving a principal needs. */
export interface Resolver {
  db: Db;
  cache: CredentialCache;
  lastUsed: LastUsed;
  cookies: CookieVerifier;
  cookieName: string;
  now(): Date;
}

const SESSION_TOKEN = /^[A-Za-z0-9]{20,64}$/;

/**
 * Who a request acts as (design §4): one indexed look-up by key hash or session token.
 * A cookie that is not a good leaves the caller anonymous, as browsers keep cookies for ever; a header
 * that is not a good is refused, as somebody chose to send it.
 *
 * @throws SvcError `invalid_api_key`, `token_expired` (both 401)
 */
export async function resolvePrincipal(
  resolver: Resolver,
  headers: Headers,
): Promise<Principal> {
  const credential = readCredential(headers, resolver.cookieName);
  switch (credential.from) {
    case "none":
      return { kind: "anonymous" };
    case "cookie":
      return await resolveCookie(resolver, credential.value);
    case "x-api-key":
      return await resolveKey(resolver, credential.value);
    case "authorization": {
      if (SESSION_TOKEN.test(credential.value) && keyKind(credential.value) === undefined) {
        const session = await findSession(resolver, credential.value);
        if (session !== undefined) return { kind: "sessionToken", ...session.principal };
      }
      return await resolveKey(resolver, credential.value);
    }
  }
}

/**
 * Who a request acts as, when the store said so within the last seconds: what {@link
 * resolvePrincipal} would answer, at once. Undefined for everything else, also for what is refused.
 */
export function recallPrincipal(
  resolver: Resolver,
  headers: Pick<Headers, "get">,
): Principal | undefined {
  let credential: Credential;
  try {
    credential = readCredential(headers, resolver.cookieName);
  } catch {
    return undefined;
  }
  if (credential.from === "none") return ANONYMOUS;
  const hash = credential.from === "cookie"
    ? cookieHash(credential.value)
    : keyHash(credential.value);
  const known = resolver.cache.get(hash);
  return known !== undefined && isLive(resolver, known) ? used(resolver, known) : undefined;
}

const ANONYMOUS: Principal = { kind: "anonymous" };

async function resolveCookie(resolver: Resolver, cookie: string): Promise<Principal> {
  const hash = cookieHash(cookie);
  const known = resolver.cache.get(hash);
  if (known !== undefined && isLive(resolver, known)) return known.principal;
  const token = await resolver.cookies.token(cookie);
  const before = resolver.cache.generation();
  const session = token === undefined ? undefined : await findSession(resolver, token);
  if (session === undefined) return ANONYMOUS;
  const principal: Principal = { kind: "session", ...session.principal };
  resolver.cache.set(hash, { principal, enabled: true, expiresAt: session.expiresAt }, before);
  return principal;
}

/** Apart from the hashes of keys by what no header can hold: no key is ever taken for a cookie. */
function cookieHash(cookie: string): string {
  return keyHash(`cookie\n${cookie}`);
}

function isLive({ now }: Resolver, { enabled, expiresAt }: KnownCredential): boolean {
  return enabled && (expiresAt === undefined || expiresAt > now().getTime());
}

function used({ lastUsed }: Resolver, { principal }: KnownCredential): Principal {
  if (principal.kind === "collectiveToken") lastUsed.token(principal.tokenId);
  if (principal.kind === "personalKey") lastUsed.key(principal.keyId);
  return principal;
}

async function resolveKey(resolver: Resolver, key: string): Promise<Principal> {
  const kind = keyKind(key);
  const find = kind === "collective"
    ? findToken
    : kind === "personal"
    ? findPersonalKey
    : kind === "publish"
    ? findPublish
    : isExchangeToken(key)
    ? findExchange
    : undefined;
  if (find === undefined) throw invalidKey();
  const hash = keyHash(key);
  let known = resolver.cache.get(hash);
  if (known === undefined) {
    const before = resolver.cache.generation();
    known = await find(resolver.db, hash);
    // A CI job's is asked for each time: it is used twice, and its publisher may go in between.
    if (known !== undefined && kind !== "publish") resolver.cache.set(hash, known, before);
  }
  if (known === undefined || !known.enabled) throw invalidKey();
  if (!isLive(resolver, known)) {
    throw new SvcError("token_expired", "This credential has expired", {
      hint: "Create a new one and use it instead.",
    });
  }
  return used(resolver, known);
}

function invalidKey(): SvcError {
  return new SvcError("invalid_api_key", "This credential is unknown or was revoked", {
    hint: "Run 'svc auth login', or create a new key.",
  });
}

async function findSession(resolver: Resolver, token: string) {
  const row = await resolver.db.selectFrom("session")
    .innerJoin("user", "user.id", "session.userId")
    .leftJoin("disabled_user as disabled", "disabled.user_id", "user.id")
    .where("session.token", "=", token)
    .where("disabled.user_id", "is", null)
    .select(["session.id as sessionId", "session.expiresAt", "user.id", "user.username"])
    .executeTakeFirst();
  if (row === undefined || row.username === null) return undefined;
  const expiresAt = milliseconds(row.expiresAt);
  if (expiresAt <= resolver.now().getTime()) return undefined;
  return {
    principal: { sessionId: row.sessionId, user: { id: row.id, username: row.username } },
    expiresAt,
  };
}

type Find = (
  db: Db,
  hash: string,
) => Promise<KnownCredential | undefined>;

const findPersonalKey: Find = async (db, hash) => {
  const row = await db.selectFrom("apikey")
    .innerJoin("user", "user.id", "apikey.referenceId")
    .leftJoin("disabled_user as disabled", "disabled.user_id", "user.id")
    .where("apikey.key", "=", hash)
    .where("disabled.user_id", "is", null)
    .select(["apikey.id as keyId", "apikey.enabled", "apikey.expiresAt", "user.id", "username"])
    .executeTakeFirst();
  if (row === undefined || row.username === null) return undefined;
  return {
    principal: {
      kind: "personalKey",
      keyId: row.keyId,
      user: { id: row.id, username: row.username },
    },
    enabled: Boolean(row.enabled),
    expiresAt: row.expiresAt === null ? undefined : milliseconds(row.expiresAt),
  };
};

const findExchange: Find = async (db, hash) => {
  const row = await db.selectFrom("exchange_session as exchange")
    .innerJoin("apikey", "apikey.id", "exchange.key_id")
    .innerJoin("user", "user.id", "apikey.referenceId")
    .leftJoin("disabled_user as disabled", "disabled.user_id", "user.id")
    .where("exchange.token_hash", "=", hash)
    .where("disabled.user_id", "is", null)
    .select([
      "apikey.id as keyId",
      "apikey.enabled",
      "apikey.expiresAt",
      "exchange.expires_at",
      "user.id",
      "username",
    ])
    .executeTakeFirst();
  if (row === undefined || row.username === null) return undefined;
  const keyExpires = row.expiresAt === null ? Infinity : milliseconds(row.expiresAt);
  return {
    principal: { kind: "exchange", keyId: row.keyId, user: { id: row.id, username: row.username } },
    enabled: Boolean(row.enabled),
    expiresAt: Math.min(milliseconds(row.expires_at), keyExpires),
  };
};

const findToken: Find = async (db, hash) => {
  const row = await db.selectFrom("collective_token as token")
    .innerJoin("collective", "collective.id", "token.collective_id")
    .where("token.key_hash", "=", hash)
    .where("collective.deleted_at", "is", null)
    .select([
      "token.id as tokenId",
      "token.enabled",
      "token.expires_at",
      "token.scopes",
      "collective.id",
      "collective.slug",
    ])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    principal: {
      kind: "collectiveToken",
      tokenId: row.tokenId,
      collective: { id: row.id, slug: row.slug },
      scopes: storedList(row.scopes).filter(isScope),
    },
    enabled: Boolean(row.enabled),
    expiresAt: row.expires_at === null ? undefined : milliseconds(row.expires_at),
  };
};

const findPublish: Find = async (db, hash) => {
  const row = await db.selectFrom("publish_token").selectAll().where("token_hash", "=", hash)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const uses = await db.selectFrom("publish_use as use")
    .innerJoin("publisher", "publisher.id", "use.publisher_id")
    .innerJoin("collective", "collective.id", "publisher.collective_id")
    .where("use.token_id", "=", row.id)
    .where("publisher.disabled_at", "is", null)
    .where("collective.deleted_at", "is", null)
    .select([
      "use.extension_name as extension",
      "publisher.id as publisherId",
      "publisher.actions",
      "collective.id",
      "collective.slug",
    ]).orderBy("use.extension_name").execute();
  return {
    principal: {
      kind: "publishToken",
      tokenId: row.id,
      run: JSON.parse(row.run),
      grants: uses.map(({ extension, publisherId, actions, id, slug }) => ({
        extension,
        publisherId,
        collective: { id, slug },
        actions: PUBLISHER_ACTIONS.filter((action) => storedList(actions).includes(action)),
      })),
    },
    enabled: row.revoked_at === null && uses.length > 0,
    expiresAt: milliseconds(row.expires_at),
  };
};

function milliseconds(instant: StoredInstant): number {
  return new Date(instant).getTime();
}
