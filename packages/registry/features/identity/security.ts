import { SvcError } from "@svc/core/error";
import { z } from "zod";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { personActor, recordAccountEvent } from "../../access/audit/account.ts";
import { type CallerOrigin, callerOrigin } from "../../access/audit/caller_origin.ts";
import { onlyOf, type PrincipalOf } from "../../access/credential/principal.ts";
import { hasFactor, recordProof, standingOf } from "../../access/credential/proof.ts";
import type { Services } from "../../access/services.ts";
import type { ProofMethod } from "../../access/store/factor_tables.ts";
import { assertFactorMayGo } from "../../access/membership/second_factor.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import {
  cancelHold,
  confirmTotp,
  offerTotp,
  removeTotp,
  replaceRecoveryCodes,
  takeCode,
} from "../factor/mod.ts";
import { SignedCredential, takeSigned } from "../passkey/mod.ts";
import { warn } from "../mail/warn.ts";
import { checkPassword } from "./password/check_password.ts";
import type {} from "./auth.ts";

type Session = PrincipalOf<"session">;

const Code = z.string().min(1).max(64);
const RecoveryCodes = z.array(z.string()).nullable().meta({
  description: "Shown here and never again; null when the account keeps those it has.",
});

/** `GET /api/v1/account/security` */
export const getSecurity = defineEndpoint({
  key: "security.get",
  response: z.object({
    totp: z.object({ addedAt: z.iso.datetime() }).nullable(),
    recoveryCodesLeft: z.int(),
    provedUntil: z.iso.datetime().nullable().meta({
      description: "Until when operations that ask for a proof are open to this session.",
    }),
    heldUntil: z.iso.datetime().nullable().meta({
      description: "Until when they are closed to all sessions, keys and devices of the account.",
    }),
  }),
  async handle({ services: { db, now }, principal }) {
    const session = onlyOf(principal, "session");
    const totp = await db.selectFrom("totp").select("added_at")
      .where("user_id", "=", session.user.id).executeTakeFirst();
    const { left } = await db.selectFrom("recovery_code").where("user_id", "=", session.user.id)
      .select(({ fn }) => fn.countAll<number>().as("left")).executeTakeFirstOrThrow();
    const { provedUntil, heldUntil } = await standingOf(
      db,
      { userId: session.user.id, sessionId: session.sessionId },
      now(),
    );
    return {
      totp: totp === undefined ? null : { addedAt: totp.added_at },
      recoveryCodesLeft: Number(left),
      provedUntil: provedUntil?.toISOString() ?? null,
      heldUntil: heldUntil?.toISOString() ?? null,
    };
  },
});

const ProofBody = z.union([
  z.strictObject({ password: z.string().max(1024) }),
  z.strictObject({ code: Code }),
  z.strictObject({ challengeId: z.string().min(1).max(64), response: SignedCredential }),
]);

/** `POST /api/v1/account/proofs`: by the password; where there is a second factor, by that. */
export const createProof = defineEndpoint({
  key: "proofs.create",
  description:
    "An account with a second factor proves itself by a code of its app, a passkey or a recovery " +
    "code, any other by its password.",
  body: ProofBody,
  response: z.object({ provedUntil: z.iso.datetime() }),
  errors: ["invalid_credentials", "second_factor_wrong", "second_factor_required"],
  async handle(call) {
    const { services, body, address } = call;
    const session = onlyOf(call.principal, "session");
    const { db, auth, now } = services;
    const { id } = session.user;
    const forgive = await auth.limits.signIn(id, address, id);
    const by = await takeProof(services, session, body, callerOrigin(call));
    const until = await recordProof(db, session.sessionId, by, now());
    await forgive();
    return { provedUntil: until.toISOString() };
  },
});

async function takeProof(
  services: Services,
  { user: { id }, sessionId }: Session,
  given: z.infer<typeof ProofBody>,
  origin: CallerOrigin,
): Promise<ProofMethod> {
  const actor = personActor(id, origin);
  if ("code" in given) return await takeCode(services, actor, given.code);
  if ("response" in given) {
    await takeSigned(services, { purpose: "prove", userId: id, sessionId }, given, origin);
    return "passkey";
  }
  if (await hasFactor(services.db, id)) {
    throw new SvcError("second_factor_required", "This account has a second factor", {
      hint:
        "Give a code of the authenticator app, the answer of a passkey, or a recovery code, in " +
        "place of the password.",
    });
  }
  await checkPassword(services, actor, given.password);
  return "password";
}

/** `POST /api/v1/account/totp` */
export const beginTotp = defineEndpoint({
  key: "totp.begin",
  response: z.object({
    secret: z.string().meta({ description: "For typing into the app: base32." }),
    url: z.string().meta({ description: "For a QR code: otpauth://…" }),
    offer: z.string().meta({ description: "Send it back with the first code." }),
  }),
  handle: ({ services, principal }) =>
    Promise.resolve(offerTotp(services, onlyOf(principal, "session").user)),
});

/** `POST /api/v1/account/totp/confirm` */
export const confirmTotpOffer = defineEndpoint({
  key: "totp.confirm",
  body: z.strictObject({ offer: z.string().min(1).max(512), code: Code }),
  response: z.object({ recoveryCodes: RecoveryCodes }),
  errors: ["second_factor_wrong"],
  async handle(call) {
    const { services, body } = call;
    const { user, sessionId } = onlyOf(call.principal, "session");
    const actor = personActor(user.id, callerOrigin(call));
    const codes = await confirmTotp(services, { actor, sessionId }, body);
    services.log.info("auth.factor_added", { userId: user.id });
    return { recoveryCodes: codes ?? null };
  },
});

/** `DELETE /api/v1/account/totp` */
export const deleteTotp = defineEndpoint({
  key: "totp.delete",
  response: z.object({ removed: z.boolean() }),
  errors: ["rule_refused"],
  async handle(call) {
    const { services, principal } = call;
    const { user } = onlyOf(principal, "session");
    const { db, log, outbox, now } = services;
    const removed = await inTransaction(db, async (trx) => {
      const removed = await removeTotp(trx, user.id);
      if (!removed) return false;
      await assertFactorMayGo(services, trx, user.id);
      const isLast = !await hasFactor(trx, user.id);
      await warn(outbox, trx, "factor_removed", user.id, isLast ? { last: "true" } : {});
      await recordAccountEvent(trx, {
        userId: user.id,
        action: "factor.removed",
        at: now(),
        actor: personActor(user.id, callerOrigin(call)),
        details: { factor: "app" },
      });
      return true;
    });
    if (removed) log.info("auth.factor_removed", { userId: user.id });
    return { removed };
  },
});

/** `DELETE /api/v1/account/hold`: without a proof, as it takes away what a recovery gave. */
export const deleteHold = defineEndpoint({
  key: "hold.cancel",
  response: z.object({ cancelled: z.literal(true) }),
  errors: ["not_found"],
  async handle(call) {
    const { services, principal } = call;
    const { user } = onlyOf(principal, "session");
    const { db, now, events, log } = services;
    const actor = personActor(user.id, callerOrigin(call));
    await inTransaction(db, (trx) => cancelHold(services, trx, actor, now()));
    events.emit("sessions.ended", {});
    log.info("auth.hold_cancelled", { userId: user.id });
    return { cancelled: true as const };
  },
});

/** `POST /api/v1/account/recovery-codes` */
export const createRecoveryCodes = defineEndpoint({
  key: "recovery-codes.create",
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ["rule_refused"],
  async handle({ services, principal }) {
    const { user } = onlyOf(principal, "session");
    const { db, now, outbox, log } = services;
    const recoveryCodes = await inTransaction(db, async (trx) => {
      if (!await hasFactor(trx, user.id)) {
        throw new SvcError("rule_refused", "This account has no second factor", {
          hint: "Add a passkey or an authenticator app first; recovery codes come with it.",
        });
      }
      await warn(outbox, trx, "recovery_codes_created", user.id);
      return await replaceRecoveryCodes(trx, user.id, now());
    });
    log.info("auth.recovery_codes_created", { userId: user.id });
    return { recoveryCodes };
  },
});
