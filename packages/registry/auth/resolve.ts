import { SvcError } from "@svc/core/error";
import { keyKind } from "@svc/core/key";
import { isScope } from "@svc/core/scope";
import type { Kysely } from "kysely";
import type { Schema } from "../store/schema.ts";
import { readCredential } from "./credential.ts";
import type { CredentialCache, KnownCredential } from "./credential_cache.ts";
import { isExchangeToken } from "./exchange_token.ts";
import { keyHash } from "./key_hash.ts";
import type { LastUsed } from "./last_used.ts";
import type { Principal } from "./principal.ts";
import type { CookieVerifier } from "./signed_cookie.ts";
import type { StoredInstant } from "./tables.ts";

/** What resolving a principal needs. */
export interface Resolver {
  db: Kysely<Schema>;
  cache: CredentialCache;
  lastUsed: LastUsed;
  cookies: CookieVerifier;
  cookieName: string;
  now(): Date;
}

const SESSION_TOKEN = /^[A-Za-z0-9]{20,64}$/;

/**
 * Who a request acts as (design §4): one indexed look-up by key hash or session token.
 * A cookie that is no good leaves the caller anonymous, as browsers keep cookies for ever; a header
 * that is no good is refused, as somebody chose to send it.
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
    case "cookie": {
      const token = await resolver.cookies.token(credential.value);
      const session = token === undefined ? undefined : await findSession(resolver, token);
      return session === undefined ? { kind: "anonymous" } : { kind: "session", ...session };
    }
    case "x-api-key":
      return await resolveKey(resolver, credential.value);
    case "authorization": {
      if (SESSION_TOKEN.test(credential.value) && keyKind(credential.value) === undefined) {
        const session = await findSession(resolver, credential.value);
        if (session !== undefined) return { kind: "sessionToken", ...session };
      }
      return await resolveKey(resolver, credential.value);
    }
  }
}

async function resolveKey(resolver: Resolver, key: string): Promise<Principal> {
  const find = keyKind(key) === "collective"
    ? findToken
    : keyKind(key) === "personal"
    ? findPersonalKey
    : isExchangeToken(key)
    ? findExchange
    : undefined;
  if (find === undefined) throw invalidKey();
  const hash = keyHash(key);
  let known = resolver.cache.get(hash);
  if (known === undefined) {
    known = await find(resolver.db, hash);
    if (known !== undefined) resolver.cache.set(hash, known);
  }
  if (known === undefined || !known.enabled) throw invalidKey();
  if (known.expiresAt !== undefined && known.expiresAt <= resolver.now().getTime()) {
    throw new SvcError("token_expired", "This credential has expired", {
      hint: "Create a new one and use it instead.",
    });
  }
  const { principal } = known;
  if (principal.kind === "collectiveToken") resolver.lastUsed.token(principal.tokenId);
  if (principal.kind === "personalKey") resolver.lastUsed.key(principal.keyId);
  return principal;
}

function invalidKey(): SvcError {
  return new SvcError("invalid_api_key", "This credential is not known, or has been revoked", {
    hint: "Run 'svc auth login', or create a new key.",
  });
}

async function findSession(resolver: Resolver, token: string) {
  const row = await resolver.db.selectFrom("session")
    .innerJoin("user", "user.id", "session.userId")
    .where("session.token", "=", token)
    .select(["session.id as sessionId", "session.expiresAt", "user.id", "user.username"])
    .executeTakeFirst();
  if (row === undefined || row.username === null) return undefined;
  if (milliseconds(row.expiresAt) <= resolver.now().getTime()) return undefined;
  return { sessionId: row.sessionId, user: { id: row.id, username: row.username } };
}

type Find = (
  db: Kysely<Schema>,
  hash: string,
) => Promise<KnownCredential | undefined>;

const findPersonalKey: Find = async (db, hash) => {
  const row = await db.selectFrom("apikey")
    .innerJoin("user", "user.id", "apikey.referenceId")
    .where("apikey.key", "=", hash)
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
    .where("exchange.token_hash", "=", hash)
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
      scopes: (JSON.parse(row.scopes) as string[]).filter(isScope),
    },
    enabled: Boolean(row.enabled),
    expiresAt: row.expires_at === null ? undefined : milliseconds(row.expires_at),
  };
};

function milliseconds(instant: StoredInstant): number {
  return new Date(instant).getTime();
}
