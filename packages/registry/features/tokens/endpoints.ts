import { defineEndpoint, type Endpoint } from "../../access/endpoint/endpoint.ts";
import { SvcError } from "@svc/core/error";
import { z } from "zod";
import { membershipOf } from "../../access/membership/membership.ts";
import { SLUG_PARAMS } from "../../access/endpoint/params.ts";
import { TokenRecord } from "@svc/core/wire";
import { changeCollective } from "../../access/membership/change.ts";
import { notify } from "../notification/notify.ts";
import type { Db, Trx } from "../../platform/store/schema.ts";
import { generateKey, hashKey, keyStart } from "@svc/core/key";
import { LIMITS } from "@svc/core/limit";
import { isScope, parseScopes } from "@svc/core/scope";
import { personOf, type Principal } from "../../access/credential/principal.ts";
import { LINE } from "@svc/http/input";
import { warn } from "../mail/warn.ts";
import { storedList } from "../../platform/store/list.ts";

const DAY_MS = 86_400_000;
const LONGEST_DAYS = 3650;

const BODY = z.strictObject({
  name: LINE.min(1).max(LIMITS.tokenNameCharacters),
  scopes: z.array(z.string().max(64)).max(100),
  expiresAt: z.iso.datetime({ offset: true }).nullable().optional(),
  expiresInDays: z.int().min(1).max(LONGEST_DAYS).nullable().optional(),
}).refine(
  (body) => body.expiresAt == null || body.expiresInDays == null,
  "must not have both expiresAt and expiresInDays",
);

/**
 * `POST /api/v1/collectives/{slug}/api-tokens` (spec §4.2): the raw key is in this answer and
 * nowhere else. Revoked tokens count towards the 25 until they are deleted.
 */
const create = defineEndpoint({
  key: "tokens.create",
  params: SLUG_PARAMS,
  body: BODY,
  response: z.object({ token: TokenRecord, key: z.string() }),
  errors: ["token_limit"],
  async handle(call) {
    const { services, principal, body } = call;
    const creator = personOf(principal);
    const scopes = parseScopes(body.scopes);
    const key = generateKey("collective");
    const hash = await hashKey(key);
    const token = await changeCollective(call, "tokens.create", async (held) => {
      const { trx, collective, now } = held;
      const { count } = await trx.selectFrom("collective_token")
        .where("collective_id", "=", collective.id)
        .select((select) => select.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
      if (Number(count) >= LIMITS.tokensPerCollective) {
        throw new SvcError(
          "token_limit",
          `A collective may have at most ${LIMITS.tokensPerCollective} tokens`,
          { hint: "Delete one that is no longer used; revoked tokens count too." },
        );
      }
      const id = crypto.randomUUID();
      await trx.insertInto("collective_token").values({
        id,
        collective_id: collective.id,
        name: body.name,
        key_prefix: keyStart(key),
        key_hash: hash,
        scopes: JSON.stringify(scopes),
        enabled: 1,
        expires_at: expiry(body, now),
        created_by: creator.id,
        ...await createdWith(trx, principal),
        created_at: now.toISOString(),
        last_used_at: null,
      }).execute();
      await notify(trx, { ...held.event, kind: "token_created", token: { id, name: body.name } });
      await held.record({
        action: "token.created",
        details: { token: body.name, tokenId: id, scopes: scopes.join(", ") },
      });
      const told = { collective: collective.slug, start: keyStart(key) };
      await warn(services.outbox, trx, "token_created", creator.id, told);
      return await selectTokens(trx).where("token.id", "=", id).executeTakeFirstOrThrow();
    });
    return { token: tokenView(token), key };
  },
});

function expiry(body: z.output<typeof BODY>, now: Date): string | null {
  if (body.expiresInDays != null) {
    return new Date(now.getTime() + body.expiresInDays * DAY_MS).toISOString();
  }
  if (body.expiresAt == null) return null;
  const at = new Date(body.expiresAt);
  const days = (at.getTime() - now.getTime()) / DAY_MS;
  if (!(days > 0 && days <= LONGEST_DAYS)) {
    throw new SvcError("validation_failed", "The expiry must be in the next ten years", {
      hint: "Give a time in the future, or omit it for a token without expiry.",
      details: [{ path: "expiresAt", message: "must be in the future, at most 3650 days away" }],
    });
  }
  return at.toISOString();
}

/** By what a token is created, as its record says. The caller holds the credential. */
async function createdWith(trx: Trx, principal: Principal) {
  if (!("keyId" in principal)) {
    return { created_with: "session" as const, created_key_id: null, created_key_name: null };
  }
  const key = await trx.selectFrom("apikey").select(["id", "name"])
    .where("id", "=", principal.keyId).executeTakeFirstOrThrow();
  return {
    created_with: "personalKey" as const,
    created_key_id: key.id,
    created_key_name: key.name,
  };
}

/** The refusal of an id that names no token of the collective. */
function noSuchToken(): SvcError {
  return new SvcError("not_found", "No such token", {
    hint: "List the collective's tokens to see their ids.",
  });
}

/** A path with a collective's slug and a token's id. */
const TOKEN_PARAMS = z.object({ slug: z.string(), tokenId: z.uuid() });

/** `GET /api/v1/collectives/{slug}/api-tokens` (spec §4.2): all, revoked ones included, oldest first. */
const list = defineEndpoint({
  key: "tokens.list",
  params: SLUG_PARAMS,
  response: z.object({ tokens: z.array(TokenRecord) }),
  async handle(call) {
    await call.services.auth.resolver.lastUsed.flush();
    const rows = await selectTokens(call.services.db)
      .where("token.collective_id", "=", membershipOf(call).collective.id)
      .orderBy("token.created_at").orderBy("token.id").execute();
    return { tokens: rows.map(tokenView) };
  },
});

/**
 * `PATCH /api/v1/collectives/{slug}/api-tokens/{tokenId}` (spec §4.2, §3.1): `{"enabled": false}`
 * revokes for ever. The token stays listed; no request enables it again. Repeating it is harmless.
 */
const revoke = defineEndpoint({
  key: "tokens.revoke",
  params: TOKEN_PARAMS,
  body: z.strictObject({ enabled: z.boolean() }),
  response: z.object({ token: TokenRecord }),
  errors: ["rule_refused"],
  async handle(call) {
    const { services, params, body } = call;
    if (body.enabled) {
      throw new SvcError("rule_refused", "A revoked token cannot be enabled again", {
        hint: "Create a new token.",
      });
    }
    const token = await changeCollective(call, "tokens.revoke", async (held) => {
      const { trx, collective } = held;
      const found = await selectTokens(trx)
        .where("token.id", "=", params.tokenId)
        .where("token.collective_id", "=", collective.id)
        .executeTakeFirst();
      if (found === undefined) throw noSuchToken();
      if (found.enabled === 0) return found;
      await trx.updateTable("collective_token").set({ enabled: 0 }).where("id", "=", found.id)
        .execute();
      await notify(trx, {
        ...held.event,
        kind: "token_revoked",
        token: { id: found.id, name: found.name },
      });
      await held.record({
        action: "token.revoked",
        details: { token: found.name, tokenId: found.id },
      });
      return { ...found, enabled: 0 };
    });
    services.events.emit("credential.ended", { ids: [token.id] });
    return { token: tokenView(token) };
  },
});

/** `DELETE /api/v1/collectives/{slug}/api-tokens/{tokenId}` (spec §4.2): enabled or revoked, it is gone. */
const remove = defineEndpoint({
  key: "tokens.delete",
  params: TOKEN_PARAMS,
  response: z.object({ deleted: z.literal(true), id: z.uuid() }),
  async handle(call) {
    const { services, params } = call;
    await changeCollective(
      call,
      "tokens.delete",
      async ({ trx, collective, record, event }) => {
        const found = await trx.deleteFrom("collective_token")
          .where("id", "=", params.tokenId).where("collective_id", "=", collective.id)
          .returning(["id", "name"]).executeTakeFirst();
        if (found === undefined) throw noSuchToken();
        await notify(trx, { ...event, kind: "token_deleted", token: found });
        await record({
          action: "token.deleted",
          details: { token: found.name, tokenId: found.id },
        });
      },
    );
    services.events.emit("credential.ended", { ids: [params.tokenId] });
    return { deleted: true as const, id: params.tokenId };
  },
});

/** Collective tokens (spec §4.2). */
export const TOKEN_ENDPOINTS: readonly Endpoint[] = [list, create, revoke, remove];

/** Collective tokens with who and what created them, for `tokenView`. */
function selectTokens(db: Db) {
  return db.selectFrom("collective_token as token")
    .leftJoin("user as creator", "creator.id", "token.created_by")
    .leftJoin("apikey as creating", "creating.id", "token.created_key_id")
    .selectAll("token")
    .select([
      "creator.username as creator_username",
      "creating.id as living_key_id",
      "creating.name as living_key_name",
    ]);
}

/** A token as {@link selectTokens} reads it. */
type StoredToken = Awaited<
  ReturnType<ReturnType<typeof selectTokens>["executeTakeFirstOrThrow"]>
>;

/** A stored token as an answer shows it. */
function tokenView(row: StoredToken): TokenRecord {
  return {
    id: row.id,
    name: row.name,
    keyPrefix: row.key_prefix,
    enabled: row.enabled === 1,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    scopes: storedList(row.scopes).filter(isScope),
    createdBy: {
      username: row.creator_username,
      credential: row.created_with,
      key: row.created_key_id === null ? null : {
        id: row.created_key_id,
        name: row.living_key_id === null ? row.created_key_name : row.living_key_name,
        deleted: row.living_key_id === null,
      },
    },
  };
}
