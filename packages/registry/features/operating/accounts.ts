import { SvcError } from "@svc/core/error";
import { didYouMean } from "@svc/core/text";
import { type Kysely, sql, type Transaction } from "kysely";
import type { Schema } from "../../access/store/schema.ts";
import type {} from "../mail/tables.ts";
import { endGrants } from "../oauth/end_grants.ts";
import { inTransaction } from "../../platform/store/transaction.ts";

/** An account, as the operator sees it. */
export interface AccountLine {
  username: string;
  email: string;
  createdAt: string;
  /** Instant from which it has been disabled, else null. */
  disabledAt: string | null;
  disabledReason: string | null;
  sessions: number;
  keys: number;
  /** Slugs of the collectives that it owns or administers. */
  administers: string[];
}

/** Every account, by username. */
export async function listAccounts(db: Kysely<Schema>, now: Date): Promise<AccountLine[]> {
  const rows = await db.selectFrom("user")
    .leftJoin("disabled_user as disabled", "disabled.user_id", "user.id")
    .select((of) => [
      "user.username",
      "user.email",
      "user.createdAt",
      "disabled.at as disabledAt",
      "disabled.reason as disabledReason",
      of.selectFrom("session").whereRef("session.userId", "=", "user.id")
        .where("session.expiresAt", ">", now.toISOString())
        .select((one) => one.fn.countAll().as("count")).as("sessions"),
      of.selectFrom("apikey").whereRef("apikey.referenceId", "=", "user.id")
        .select((one) => one.fn.countAll().as("count")).as("keys"),
      of.selectFrom("collective_member as member")
        .innerJoin("collective", "collective.id", "member.collective_id")
        .whereRef("member.user_id", "=", "user.id")
        .where("member.role", "in", ["owner", "admin"])
        .where("collective.deleted_at", "is", null)
        .select(sql<string>`string_agg(collective.slug, ' ')`.as("slugs")).as("administers"),
    ])
    .where("user.username", "is not", null)
    .orderBy("user.username").execute();
  return rows.map((row) => ({
    username: row.username!,
    email: row.email,
    createdAt: new Date(row.createdAt).toISOString(),
    disabledAt: row.disabledAt,
    disabledReason: row.disabledReason,
    sessions: Number(row.sessions),
    keys: Number(row.keys),
    administers: row.administers?.split(" ").sort() ?? [],
  }));
}

/** What ended with an account, and what of it goes on. */
export interface Disabled {
  sessions: number;
  keys: number;
  /** Tokens that this person made for collectives; they are the collectives', and stay good. */
  tokens: { collective: string; name: string }[];
}

/**
 * Disables an account: its sessions, device codes and grants to applications end; nobody signs in to
 * it; its personal keys are refused until it is enabled again.
 *
 * @throws SvcError `not_found`; `conflict` when it is disabled already
 */
export async function disableAccount(
  db: Kysely<Schema>,
  username: string,
  reason: string | undefined,
  now: Date,
): Promise<Disabled> {
  return await inTransaction(db, async (trx) => {
    const id = await accountId(trx, username);
    const made = await trx.insertInto("disabled_user")
      .values({ user_id: id, at: now.toISOString(), reason: reason ?? null })
      .onConflict((conflict) => conflict.doNothing()).executeTakeFirst();
    if (made.numInsertedOrUpdatedRows === 0n) {
      throw new SvcError("conflict", `${username} is already disabled`, {
        hint: `To enable the account again: npm run admin -- enable ${username}`,
      });
    }
    const ended = await trx.deleteFrom("session").where("userId", "=", id).executeTakeFirst();
    await endGrants(trx, id);
    await trx.deleteFrom("account_link").where("user_id", "=", id).execute();
    const keys = await trx.selectFrom("apikey").select("id").where("referenceId", "=", id)
      .execute();
    const tokens = await trx.selectFrom("collective_token as token")
      .innerJoin("collective", "collective.id", "token.collective_id")
      .select(["collective.slug as collective", "token.name"])
      .where("token.created_by", "=", id).where("token.enabled", "=", 1)
      .where("collective.deleted_at", "is", null)
      .orderBy("collective.slug").orderBy("token.name").execute();
    return { sessions: Number(ended.numDeletedRows), keys: keys.length, tokens };
  });
}

/**
 * Lets a disabled account in again. Its personal keys are good at once; sessions do not come back.
 *
 * @throws SvcError `not_found`; `conflict` when it is not disabled
 */
export async function enableAccount(db: Kysely<Schema>, username: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const id = await accountId(trx, username);
    const removed = await trx.deleteFrom("disabled_user").where("user_id", "=", id)
      .executeTakeFirst();
    if (removed.numDeletedRows > 0n) return;
    throw new SvcError("conflict", `${username} is not disabled`, {
      hint: "There is nothing to do.",
    });
  });
}

/**
 * The id of the account with a username.
 *
 * @throws SvcError `not_found` naming the nearest
 */
export async function accountId(trx: Transaction<Schema>, username: string): Promise<string> {
  const row = await trx.selectFrom("user").select("id").where("username", "=", username)
    .executeTakeFirst();
  if (row !== undefined) return row.id;
  const known = await trx.selectFrom("user").select("username").where("username", "is not", null)
    .execute();
  throw new SvcError("not_found", `There is no account '${username}'`, {
    hint: didYouMean(username, known.map((one) => one.username!)) ??
      "List them: npm run admin -- users",
  });
}
