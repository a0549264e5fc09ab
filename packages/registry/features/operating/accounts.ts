import { SvcError } from "@svc/core/error";
import { didYouMean } from "@svc/core/text";
import { sql } from "kysely";
import { recordAccountEvent } from "../../access/audit/account.ts";
import { OPERATOR } from "../../access/audit/actor.ts";
import type { Services } from "../../access/services.ts";
import type { Db, Trx } from "../../access/store/schema.ts";
import { warn } from "../mail/warn.ts";
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
export async function listAccounts(db: Db, now: Date): Promise<AccountLine[]> {
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

/** Whose account is disabled, why, and on whose word. */
export interface Disabling {
  username: string;
  /** As its person reads it in a mail. */
  reason: string | undefined;
  /** `operator` over the web; `command` on the server, where everything is allowed. */
  by: "operator" | "command";
}

/**
 * Disables an account: its sessions, device codes and grants to applications end; nobody signs in to
 * it; its personal keys are refused until it is enabled again. Its collectives stay as they are, and
 * its person gets a mail.
 *
 * @throws SvcError `not_found`; `conflict` when it is disabled already, or an operator's or named in
 *   `SVC_ADMINS` and not disabled on the server: one stolen session must not lock the others out
 */
export async function disableAccount(
  { db, outbox, config }: Pick<Services, "db" | "outbox" | "config">,
  { username, reason, by }: Disabling,
  now: Date,
): Promise<Disabled> {
  return await inTransaction(db, async (trx) => {
    const id = await accountId(trx, username);
    if (by === "operator") await assertNoOperator(trx, config.admins, { id, username });
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
    // Why is in the mail: this outlives the account, and a reason may name its person.
    await recordAccountEvent(trx, {
      userId: id,
      action: "account.disabled",
      at: now,
      actor: OPERATOR,
    });
    await warn(outbox, trx, "account_disabled", id, {
      act: "disabled",
      ...(reason === undefined ? {} : { reason }),
    });
    const keys = await trx.selectFrom("apikey").select("id").where("referenceId", "=", id)
      .execute();
    const tokens = (await tokensOf(trx, [id])).map(({ collective, name }) => ({
      collective,
      name,
    }));
    return { sessions: Number(ended.numDeletedRows), keys: keys.length, tokens };
  });
}

/** The tokens that people created for collectives and that are good. */
async function tokensOf(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return await db.selectFrom("collective_token as token")
    .innerJoin("collective", "collective.id", "token.collective_id")
    .select(["token.created_by as by", "collective.slug as collective", "token.name"])
    .where("token.created_by", "in", ids).where("token.enabled", "=", 1)
    .where("collective.deleted_at", "is", null)
    .orderBy("collective.slug").orderBy("token.name").execute();
}

/** Accounts that are listed. */
const MOST = 200;

/** The accounts that are disabled, the latest first. */
export async function listDisabled(db: Db) {
  const rows = await db.selectFrom("disabled_user as disabled")
    .innerJoin("user", "user.id", "disabled.user_id")
    .select(["user.id", "user.username", "disabled.at", "disabled.reason"])
    .orderBy("disabled.at", "desc").limit(MOST).execute();
  const tokens = await tokensOf(db, rows.map(({ id }) => id));
  return rows.map(({ id, username, at, reason }) => ({
    username: username!,
    at,
    reason,
    tokens: tokens.filter(({ by }) => by === id)
      .map(({ collective, name }) => ({ collective, name })),
  }));
}

/** @throws SvcError `conflict` with the way there is */
async function assertNoOperator(
  trx: Trx,
  admins: readonly string[],
  { id, username }: { id: string; username: string },
): Promise<void> {
  const mark = await trx.selectFrom("operator_user").select("user_id").where("user_id", "=", id)
    .executeTakeFirst();
  if (mark !== undefined) {
    throw new SvcError("conflict", `${username} is an operator`, {
      hint: `Take that back first, on the server: npm run admin -- operators remove ${username}`,
    });
  }
  if (admins.includes(username)) {
    throw new SvcError("conflict", `${username} is named in SVC_ADMINS`, {
      hint: `Disable the account on the server: npm run admin -- disable ${username}`,
    });
  }
}

/**
 * Lets a disabled account in again, and tells its person by mail. Its personal keys are good at once;
 * sessions do not come back.
 *
 * @throws SvcError `not_found`; `conflict` when it is not disabled
 */
export async function enableAccount(
  { db, outbox }: Pick<Services, "db" | "outbox">,
  username: string,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const id = await accountId(trx, username);
    const removed = await trx.deleteFrom("disabled_user").where("user_id", "=", id)
      .executeTakeFirst();
    if (removed.numDeletedRows === 0n) {
      throw new SvcError("conflict", `${username} is not disabled`, {
        hint: "There is nothing to do.",
      });
    }
    await recordAccountEvent(trx, {
      userId: id,
      action: "account.enabled",
      at: now,
      actor: OPERATOR,
    });
    await warn(outbox, trx, "account_disabled", id, { act: "enabled" });
  });
}

/**
 * The id of the account with a username.
 *
 * @throws SvcError `not_found` naming the nearest
 */
export async function accountId(trx: Trx, username: string): Promise<string> {
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
