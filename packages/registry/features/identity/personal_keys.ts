import { LIMITS } from "@svc/core/limit";
import { APIError } from "better-auth/api";
import { SvcError } from "@svc/core/error";
import { PersonalKey, TokensOfKey } from "@svc/core/wire";
import { z } from "zod";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { holdCredential } from "../../access/membership/hold_credential.ts";
import type { Services } from "../../access/services.ts";
import { LINE } from "@svc/http/input";
import { mapLibraryError } from "./library_error.ts";
import { personOf, type Principal } from "../../access/credential/principal.ts";
import { warn } from "../mail/warn.ts";
import { findTokensOfKeys, tokensOfKeyView } from "../tokens/of_key.ts";
import type {} from "./auth.ts";
import { inTransaction } from "../../platform/store/transaction.ts";

const Name = LINE.min(1).max(LIMITS.keyNameCharacters);
const Id = z.string().min(1).max(64);

/** `POST /api/auth/api-key/create` (spec §4.1): the raw key is in this answer and nowhere else. */
export const createKey = defineEndpoint({
  key: "keys.create",
  body: z.strictObject({
    name: Name.optional(),
    expiresIn: z.int().positive().nullable().optional().meta({
      description: "Seconds until it expires; absent or null for never.",
    }),
  }),
  response: PersonalKey.extend({ key: z.string() }),
  async handle({ services, principal, body, request }) {
    const key = await ask(() =>
      services.identity.api.createApiKey({
        body: {
          ...(body.name === undefined ? {} : { name: body.name }),
          ...(body.expiresIn == null ? {} : { expiresIn: body.expiresIn }),
        },
        headers: request.headers,
      })
    );
    await keep(services, principal, key);
    record(services, "key.created", principal, key.id);
    return { ...shown(key), key: key.key };
  },
});

/**
 * Keeps a new key, unless the session that asked for it has ended: a new password may have ended it,
 * and deleted the keys there were, while the library wrote this one.
 *
 * @throws SvcError `session_expired`
 */
async function keep(
  { db, outbox }: Services,
  principal: Principal,
  key: Pick<LibraryKey, "id" | "start">,
): Promise<void> {
  const owner = personOf(principal);
  try {
    await inTransaction(db, async (trx) => {
      // Writing the row is the lock: who changes the password at the same time finds the key.
      await trx.updateTable("account").set((column) => ({ updatedAt: column.ref("updatedAt") }))
        .where("userId", "=", owner.id).execute();
      await holdCredential(trx, principal);
      await warn(outbox, trx, "key_created", owner.id, { start: key.start ?? "svc_" });
    });
  } catch (error) {
    await db.deleteFrom("apikey").where("id", "=", key.id).execute();
    throw error;
  }
}

/** `GET /api/auth/api-key/list` (spec §4.1): the caller's keys and what they created, newest first. */
export const listKeys = defineEndpoint({
  key: "keys.list",
  response: z.object({
    apiKeys: z.array(PersonalKey.extend(TokensOfKey.shape)),
    total: z.int(),
  }),
  async handle({ services, principal, request }) {
    const user = personOf(principal);
    await services.auth.resolver.lastUsed.flush();
    const { apiKeys, total } = await ask(() =>
      services.identity.api.listApiKeys({
        query: { sortBy: "createdAt", sortDirection: "desc" },
        headers: request.headers,
      })
    );
    const ids = apiKeys.map(({ id }) => id);
    const found = await findTokensOfKeys(services.db, user, ids, services.now());
    const byKey = Map.groupBy(found, (token) => token.created_key_id);
    return {
      apiKeys: apiKeys.map((key) => ({
        ...shown(key),
        ...tokensOfKeyView(byKey.get(key.id) ?? []),
      })),
      total,
    };
  },
});

/** `POST /api/auth/api-key/update` (spec §4.1): renames, disables or enables a key. */
export const updateKey = defineEndpoint({
  key: "keys.update",
  body: z.strictObject({ keyId: Id, name: Name.optional(), enabled: z.boolean().optional() }),
  response: PersonalKey,
  errors: ["not_found"],
  async handle({ services, principal, body, request }) {
    const { keyId, name, enabled } = body;
    const key = await ask(() =>
      services.identity.api.updateApiKey({
        body: {
          keyId,
          ...(name === undefined ? {} : { name }),
          ...(enabled === undefined ? {} : { enabled }),
        },
        headers: request.headers,
      })
    );
    services.events.emit("credential.ended", { ids: [keyId] });
    record(services, "key.updated", principal, keyId);
    return shown(key);
  },
});

/** What the library says of a key, as far as it is shown. */
interface LibraryKey {
  id: string;
  name: string | null;
  start: string | null;
  prefix: string | null;
  enabled: boolean;
  expiresAt: Date | string | null;
  createdAt: Date | string;
  updatedAt: Date | string;
  lastRequest: Date | string | null;
}

function shown(key: LibraryKey): PersonalKey {
  const iso = (at: Date | string) => new Date(at).toISOString();
  return {
    id: key.id,
    name: key.name,
    start: key.start,
    prefix: key.prefix,
    enabled: Boolean(key.enabled),
    expiresAt: key.expiresAt === null ? null : iso(key.expiresAt),
    createdAt: iso(key.createdAt),
    updatedAt: iso(key.updatedAt),
    lastRequest: key.lastRequest === null ? null : iso(key.lastRequest),
  };
}

/** Calls the library and turns its refusals into ours. */
async function ask<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    const { body } = mapLibraryError(error.statusCode, error.body);
    throw new SvcError(body.code, body.error, { hint: body.hint });
  }
}

function record(services: Services, event: string, principal: Principal, id: string): void {
  const userId = "user" in principal ? principal.user.id : undefined;
  services.log.info(event, { userId, credentialId: id });
}
