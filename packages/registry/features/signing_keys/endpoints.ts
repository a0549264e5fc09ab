import { defineEndpoint, type Endpoint } from "../../access/endpoint/endpoint.ts";
import { SigningKeyRecord, SigningKeysResponse } from "@svc/core/wire";
import type { Db } from "../../platform/store/schema.ts";
import type {} from "../extensions/provenance/tables.ts";
import { membershipOf } from "../../access/membership/membership.ts";
import { SLUG_PARAMS } from "../../access/endpoint/params.ts";
import { SvcError } from "@svc/core/error";
import { z } from "zod";
import { changeCollective } from "../../access/membership/change.ts";
import { LIMITS } from "@svc/core/limit";
import { LINE } from "@svc/http/input";
import { readSigningKey } from "@svc/provenance";
import { userOf } from "../../access/credential/principal.ts";
import { warnAdmins } from "../mail/warn.ts";

const BODY = z.strictObject({
  name: LINE.min(1).max(LIMITS.tokenNameCharacters),
  publicKey: z.string().min(1).max(1000).meta({
    description: "P-256 or Ed25519, in PEM or as SPKI in base64.",
  }),
});

/**
 * `POST /api/v1/collectives/{slug}/signing-keys`: from now on versions of the collective may be signed
 * with the key. One that was revoked stays so: a new key is made instead.
 */
const create = defineEndpoint({
  key: "signing-keys.create",
  params: SLUG_PARAMS,
  body: BODY,
  response: z.object({ signingKey: SigningKeyRecord }),
  errors: ["already_exists", "rule_refused", "validation_failed"],
  async handle(call) {
    const { services, principal, body } = call;
    const key = readKey(body.publicKey);
    const signingKey = await changeCollective(call, "signing-keys.create", async (held) => {
      const { trx, collective, now } = held;
      const known = await trx.selectFrom("signing_key").select(["hint", "revoked_at"])
        .where("collective_id", "=", collective.id).execute();
      const same = known.find(({ hint }) => hint === key.hint);
      if (same) throw alreadyThere(same.revoked_at !== null);
      if (known.length >= LIMITS.signingKeysPerCollective) {
        throw new SvcError(
          "rule_refused",
          `A collective may have at most ${LIMITS.signingKeysPerCollective} signing keys`,
          { hint: "Go on with one of them, or sign in CI with --provenance, which needs none." },
        );
      }
      const id = crypto.randomUUID();
      await trx.insertInto("signing_key").values({
        id,
        collective_id: collective.id,
        ...key,
        name: body.name,
        created_by: userOf(principal)?.id ?? null,
        created_at: now.toISOString(),
        revoked_at: null,
      }).execute();
      await held.record({
        action: "signing_key.created",
        details: { signingKey: body.name, hint: key.hint },
      });
      await warnAdmins(services.outbox, trx, "signing_key_created", collective.id, {
        name: body.name,
      });
      return await selectKeys(trx).where("key.id", "=", id).executeTakeFirstOrThrow();
    });
    return { signingKey: viewOf(signingKey) };
  },
});

function readKey(text: string) {
  try {
    return readSigningKey(text);
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    throw new SvcError("validation_failed", error.message, {
      hint: error.hint,
      details: [{ path: "publicKey", message: "must be a P-256 or Ed25519 public key" }],
    });
  }
}

function alreadyThere(revoked: boolean): SvcError {
  return new SvcError(
    "already_exists",
    revoked ? "This key was revoked" : "This key is registered already",
    {
      hint: revoked
        ? "Make a new one: svc signing-key create. What the old one signed before stays valid."
        : "List the collective's signing keys to see it.",
    },
  );
}

/** Signing keys with who registered them, for {@link viewOf}. */
function selectKeys(db: Db) {
  return db.selectFrom("signing_key as key")
    .leftJoin("user as creator", "creator.id", "key.created_by")
    .selectAll("key").select("creator.username as creator_username");
}

type StoredKey = Awaited<ReturnType<ReturnType<typeof selectKeys>["executeTakeFirstOrThrow"]>>;

/** A key as members read it. */
function viewOf(row: StoredKey): SigningKeyRecord {
  return {
    id: row.id,
    name: row.name,
    spki: row.spki,
    hint: row.hint,
    createdBy: row.creator_username,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
  };
}

/** `GET /api/v1/collectives/{slug}/signing-keys`: all, revoked ones included, oldest first. */
const list = defineEndpoint({
  key: "signing-keys.list",
  params: SLUG_PARAMS,
  response: SigningKeysResponse,
  async handle(call) {
    const rows = await selectKeys(call.services.db)
      .where("key.collective_id", "=", membershipOf(call).collective.id)
      .orderBy("key.created_at").orderBy("key.id").execute();
    return { signingKeys: rows.map(viewOf) };
  },
});

/**
 * `DELETE /api/v1/collectives/{slug}/signing-keys/{keyId}`: nothing more is published that it signs.
 * It stays listed, as what it signed before stays valid. Repeating it is harmless.
 */
const revoke = defineEndpoint({
  key: "signing-keys.revoke",
  params: z.object({ slug: z.string(), keyId: z.uuid() }),
  response: z.object({ signingKey: SigningKeyRecord }),
  async handle(call) {
    const { params } = call;
    const signingKey = await changeCollective(call, "signing-keys.revoke", async (held) => {
      const { trx, collective, now } = held;
      const found = await selectKeys(trx).where("key.id", "=", params.keyId)
        .where("key.collective_id", "=", collective.id).executeTakeFirst();
      if (found === undefined) {
        throw new SvcError("not_found", "No such signing key", {
          hint: "List the collective's signing keys to see their ids.",
        });
      }
      if (found.revoked_at !== null) return found;
      const revoked_at = now.toISOString();
      await trx.updateTable("signing_key").set({ revoked_at }).where("id", "=", found.id).execute();
      await held.record({
        action: "signing_key.revoked",
        details: { signingKey: found.name, hint: found.hint },
      });
      return { ...found, revoked_at };
    });
    return { signingKey: viewOf(signingKey) };
  },
});

/** Keys that sign versions of a collective (trust 3.3). */
export const SIGNING_KEY_ENDPOINTS: readonly Endpoint[] = [list, create, revoke];
