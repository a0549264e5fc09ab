import { isSvcError, SvcError } from "@svc/core/error";
import { createAuthEndpoint, sensitiveSessionMiddleware } from "better-auth/api";
import type { Kysely } from "kysely";
import { z } from "zod";
import { fullDisk } from "../../../platform/http/error_response.ts";
import type { Schema } from "../../../platform/store/schema.ts";
import { hashPassword, saltOf } from "./hash.ts";
import { refusal } from "./refusal.ts";
import { assertNotOwnName, PASSWORD } from "./rule.ts";

/** What somebody gives to change their password. */
export const CHANGE_PASSWORD_BODY = z.object({
  currentPassword: z.string(),
  newPassword: PASSWORD,
});

/**
 * Replaces the library's change of a password: it is written, and every other session of the person
 * ended, in one transaction. The session that asks goes on. Personal keys stay.
 */
export function changePassword(db: Kysely<Schema>, now: () => Date) {
  return {
    id: "svc-change-password",
    endpoints: {
      changePassword: createAuthEndpoint(
        "/change-password",
        { method: "POST", body: CHANGE_PASSWORD_BODY, use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const { user, session } = ctx.context.session;
          const { currentPassword, newPassword } = ctx.body;
          try {
            const held = await findPassword(db, user.id);
            const salt = saltOf(held.password);
            if (await hashPassword(currentPassword, salt) !== held.password) throw wrongPassword();
            const { username } = user as typeof user & { username: string };
            assertNotOwnName(newPassword, { username, email: user.email }, "newPassword");
            const password = await hashPassword(newPassword, salt);
            const endedSessions = await write(db, { ...held, next: password, now: now() }, session);
            return ctx.json({ endedSessions });
          } catch (error) {
            // The library would answer anything else as a failure without a word.
            const refused = isSvcError(error) ? error : fullDisk(error);
            throw refused ? refusal(refused) : error;
          }
        },
      ),
    },
  };
}

async function findPassword(db: Kysely<Schema>, userId: string) {
  const { id, password } = await db.selectFrom("account").select(["id", "password"])
    .where("userId", "=", userId).where("providerId", "=", "credential")
    .executeTakeFirstOrThrow();
  if (password === null) throw new Error("an account without a password");
  return { id, password };
}

/** @returns how many other sessions were ended */
async function write(
  db: Kysely<Schema>,
  account: { id: string; password: string; next: string; now: Date },
  session: { id: string; userId: string },
): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx.updateTable("account")
      .set({ password: account.next, updatedAt: account.now.toISOString() })
      .where("id", "=", account.id).where("password", "=", account.password).executeTakeFirst();
    // Somebody changed it since it was read: what was given as the current one is not.
    if (numUpdatedRows === 0n) throw wrongPassword();
    const { numDeletedRows } = await trx.deleteFrom("session")
      .where("userId", "=", session.userId).where("id", "!=", session.id).executeTakeFirst();
    return Number(numDeletedRows);
  });
}

function wrongPassword(): SvcError {
  return new SvcError("invalid_credentials", "The current password is wrong", {
    hint: "Type your current password again.",
  });
}
