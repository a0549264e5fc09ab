import { SvcError } from "@svc/core/error";
import { z } from "zod";
import { personActor, recordAccountEvent } from "../../access/audit/account.ts";
import { callerOrigin } from "../../access/audit/caller_origin.ts";
import type { PasskeyTable } from "../../access/store/factor_tables.ts";
import { hasFactor } from "../../access/credential/proof.ts";
import { onlyOf } from "../../access/credential/principal.ts";
import { defineEndpoint, type Endpoint } from "../../access/endpoint/endpoint.ts";
import { assertFactorMayGo } from "../../access/membership/second_factor.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { dropUnusedCodes } from "../factor/mod.ts";
import { warn } from "../mail/warn.ts";
import { CreatedCredential, Question } from "./answer.ts";
import { beginPasskey, createPasskey } from "./create.ts";
import { providerOf } from "./provider.ts";
import { askPasskey } from "./sign.ts";

const Name = z.string().trim().min(1).max(64);
const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  provider: z.string().nullable().meta({ description: "Who makes its authenticator, if known." }),
  synced: z.boolean().meta({ description: "True when it is copied to more than one device." }),
  host: z.string().meta({ description: "The host it works for." }),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
const PARAMS = z.object({ passkeyId: z.uuid() });

/** `GET /api/v1/account/passkeys` */
const listPasskeys = defineEndpoint({
  key: "passkeys.list",
  response: z.object({ passkeys: z.array(Passkey) }),
  async handle({ services: { db }, principal }) {
    const rows = await db.selectFrom("passkey").selectAll()
      .where("user_id", "=", onlyOf(principal, "session").user.id).orderBy("created_at").orderBy(
        "id",
      )
      .execute();
    return { passkeys: rows.map(shownPasskey) };
  },
});

/** `POST /api/v1/account/passkeys/options` */
const begin = defineEndpoint({
  key: "passkeys.begin",
  response: Question,
  errors: ["rule_refused"],
  handle: ({ services, principal }) => beginPasskey(services, onlyOf(principal, "session")),
});

/** `POST /api/v1/account/passkeys` */
const create = defineEndpoint({
  key: "passkeys.create",
  body: z.strictObject({
    challengeId: z.string().min(1).max(64),
    response: CreatedCredential,
    name: Name.optional(),
  }),
  response: z.object({
    passkey: Passkey,
    recoveryCodes: z.array(z.string()).nullable().meta({
      description: "Shown here and never again; null when the account keeps those it has.",
    }),
  }),
  errors: ["second_factor_wrong", "rule_refused", "conflict"],
  async handle(call) {
    const { services, body } = call;
    const session = onlyOf(call.principal, "session");
    const actor = personActor(session.user.id, callerOrigin(call));
    const adding = { ...session, actor };
    const { passkey, recoveryCodes } = await createPasskey(services, adding, body);
    services.log.info("auth.passkey_added", { userId: session.user.id });
    return { passkey: shownPasskey(passkey), recoveryCodes: recoveryCodes ?? null };
  },
});

/** `PATCH /api/v1/account/passkeys/{passkeyId}` */
const rename = defineEndpoint({
  key: "passkeys.rename",
  params: PARAMS,
  body: z.strictObject({ name: Name }),
  response: z.object({ passkey: Passkey }),
  errors: ["not_found"],
  async handle({ services: { db }, principal, params, body }) {
    const passkey = await db.updateTable("passkey").set({ name: body.name })
      .where("id", "=", params.passkeyId).where(
        "user_id",
        "=",
        onlyOf(principal, "session").user.id,
      )
      .returningAll().executeTakeFirst();
    if (passkey === undefined) throw missing();
    return { passkey: shownPasskey(passkey) };
  },
});

/** `DELETE /api/v1/account/passkeys/{passkeyId}` */
const remove = defineEndpoint({
  key: "passkeys.delete",
  params: PARAMS,
  response: z.object({ deleted: z.literal(true), id: z.uuid() }),
  errors: ["not_found", "rule_refused"],
  async handle(call) {
    const { services, params } = call;
    const { user } = onlyOf(call.principal, "session");
    const { db, log, outbox, now } = services;
    await inTransaction(db, async (trx) => {
      const removed = await trx.deleteFrom("passkey").where("id", "=", params.passkeyId)
        .where("user_id", "=", user.id).returning("name").executeTakeFirst();
      if (removed === undefined) throw missing();
      await assertFactorMayGo(services, trx, user.id);
      await dropUnusedCodes(trx, user.id);
      const left = await hasFactor(trx, user.id);
      await warn(outbox, trx, "factor_removed", user.id, {
        passkey: removed.name,
        ...(left ? {} : { last: "true" }),
      });
      await recordAccountEvent(trx, {
        userId: user.id,
        action: "factor.removed",
        at: now(),
        actor: personActor(user.id, callerOrigin(call)),
        details: { factor: "passkey" },
      });
    });
    log.info("auth.passkey_removed", { userId: user.id });
    return { deleted: true as const, id: params.passkeyId };
  },
});

/** `POST /api/v1/account/proofs/options` */
const beginProof = defineEndpoint({
  key: "proofs.begin",
  response: Question,
  errors: ["rule_refused"],
  handle({ services, principal }) {
    const { user, sessionId } = onlyOf(principal, "session");
    return askPasskey(services, { purpose: "prove", userId: user.id, sessionId });
  },
});

/** A person's passkeys, and challenges for them. */
export const PASSKEY_ENDPOINTS: readonly Endpoint[] = [
  listPasskeys,
  begin,
  create,
  rename,
  remove,
  beginProof,
];

function shownPasskey(passkey: PasskeyTable): z.infer<typeof Passkey> {
  return {
    id: passkey.id,
    name: passkey.name,
    provider: providerOf(passkey.aaguid) ?? null,
    synced: passkey.synced === 1,
    host: passkey.rp_id,
    createdAt: passkey.created_at,
    lastUsedAt: passkey.last_used_at,
  };
}

function missing(): SvcError {
  return new SvcError("not_found", "The account has no such passkey", {
    hint: "GET /api/v1/account/passkeys lists those it has.",
  });
}
