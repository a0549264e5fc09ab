import { SvcError } from "@svc/core/error";
import { createAuthEndpoint, sensitiveSessionMiddleware } from "better-auth/api";
import { z } from "zod";
import { personActor, recordFailedProof } from "../../../access/audit/account.ts";
import { libraryOrigin } from "../../../access/audit/address_header.ts";
import type { Events } from "../../../platform/events/events.ts";
import type { Db } from "../../../platform/store/schema.ts";
import { endLinks } from "../../mail/link.ts";
import type { Outbox } from "../../mail/outbox.ts";
import { warn } from "../../mail/warn.ts";
import { type HashPassword, saltOf } from "./hash.ts";
import { refusing } from "./refusal.ts";
import { assertNotOwnName, PASSWORD } from "./rule.ts";
import { inTransaction } from "../../../platform/store/transaction.ts";

/** What somebody gives to change their password. */
export const CHANGE_PASSWORD_BODY = z.object({
  currentPassword: z.string(),
  newPassword: PASSWORD,
  /** True to delete the personal keys as well. */
  deleteKeys: z.boolean().optional(),
});

/** What a change of a password needs. */
interface ChangeContext {
  db: Db;
  now(): Date;
  outbox: Outbox;
  events: Events;
  hashPassword: HashPassword;
  /** Ends what the person gave to applications and devices. */
  endGrants(trx: Db, userId: string): Promise<void>;
}

/**
 * Replaces the library's change of a password: it is written, and every other session of the person
 * ended, in one transaction, with what was given to applications and devices. The session that asks
 * goes on. Personal keys stay unless the person wants them deleted. Links that were mailed before stop
 * working.
 */
export function changePassword(context: ChangeContext) {
  const { db, now, hashPassword } = context;
  return {
    id: "svc-change-password",
    endpoints: {
      changePassword: createAuthEndpoint(
        "/change-password",
        { method: "POST", body: CHANGE_PASSWORD_BODY, use: [sensitiveSessionMiddleware] },
        (ctx) =>
          refusing(async () => {
            const { user, session } = ctx.context.session;
            const { currentPassword, newPassword } = ctx.body;
            const held = await findPassword(db, user.id);
            const salt = saltOf(held.password);
            if (await hashPassword(currentPassword, salt) !== held.password) {
              await recordFailedProof(context, personActor(user.id, libraryOrigin(ctx)));
              throw wrongPassword();
            }
            const { username } = user as typeof user & { username: string };
            assertNotOwnName(newPassword, { username, email: user.email }, "newPassword");
            const password = await hashPassword(newPassword, salt);
            const { keys, endedSessions } = await write(
              context,
              { ...held, next: password, now: now() },
              session,
              ctx.body.deleteKeys === true,
            );
            context.events.emit("credential.ended", { ids: keys });
            return ctx.json({ endedSessions, deletedKeys: keys.length });
          }),
      ),
    },
  };
}

async function findPassword(db: Db, userId: string) {
  const { id, password } = await db.selectFrom("account").select(["id", "password"])
    .where("userId", "=", userId).where("providerId", "=", "credential")
    .executeTakeFirstOrThrow();
  if (password === null) throw new Error("an account without a password");
  return { id, password };
}

/** @returns how many other sessions were ended, and the keys that were deleted */
async function write(
  { db, outbox, endGrants }: ChangeContext,
  account: { id: string; password: string; next: string; now: Date },
  { id: sessionId, userId }: { id: string; userId: string },
  deleteKeys: boolean,
): Promise<{ endedSessions: number; keys: string[] }> {
  return await inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx.updateTable("account")
      .set({ password: account.next, updatedAt: account.now.toISOString() })
      .where("id", "=", account.id).where("password", "=", account.password).executeTakeFirst();
    // Somebody changed it since it was read: what was given as the current one is not.
    if (numUpdatedRows === 0n) throw wrongPassword();
    const { numDeletedRows } = await trx.deleteFrom("session")
      .where("userId", "=", userId).where("id", "!=", sessionId).executeTakeFirst();
    await endGrants(trx, userId);
    await endLinks(trx, userId, ["reset", "address"]);
    await warn(outbox, trx, "password_changed", userId);
    const keys = deleteKeys
      ? await trx.deleteFrom("apikey").where("referenceId", "=", userId).returning("id").execute()
      : [];
    return { endedSessions: Number(numDeletedRows), keys: keys.map(({ id }) => id) };
  });
}

function wrongPassword(): SvcError {
  return new SvcError("invalid_credentials", "The current password is wrong", {
    hint: "Type your current password again.",
  });
}
