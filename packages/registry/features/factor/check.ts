import { hashKey } from "@svc/core/key";
import { SvcError } from "@svc/core/error";
import {
  type PersonActor,
  recordAccountEvent,
  recordFailedProof,
} from "../../access/audit/account.ts";
import type { Db } from "../../access/store/schema.ts";
import type { ProofMethod, TotpTable } from "../../access/store/factor_tables.ts";
import { warn } from "../mail/warn.ts";
import type { Outbox } from "../mail/outbox.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { beginHold, endHoldByFactor } from "./hold.ts";
import { unseal } from "./seal.ts";
import { stepOf } from "./totp.ts";

/** What second factors need of the server. */
export interface FactorContext {
  db: Db;
  outbox: Outbox;
  config: { secret: string };
  now(): Date;
}

/** Wrong codes after which an account takes none for a while: guesses are one in 333,333 each. */
const MOST_FAILURES = 10;
const LOCK_MS = 15 * 60_000;

/** What the secret of an account's authenticator app is sealed for. */
export function sealedFor(userId: string): string {
  return `totp ${userId}`;
}

/**
 * Takes a code of an account's authenticator app, or one of its recovery codes. Each is good once.
 *
 * @throws SvcError `second_factor_wrong`; `rate_limited` after ten wrong codes of the app in a row
 */
export async function takeCode(
  context: FactorContext,
  actor: PersonActor,
  given: string,
): Promise<ProofMethod> {
  const code = given.replaceAll(/[\s-]/g, "").toUpperCase();
  const method = /^\d{6}$/.test(code) ? "totp" : "recovery_code";
  const isRight = method === "totp"
    ? await takeTotp(context, actor, code)
    : await takeRecoveryCode(context, actor, code);
  if (isRight) return method;
  await recordFailedProof(context, actor);
  throw new SvcError("second_factor_wrong", "The code is wrong, or was used before", {
    hint: "Give the code that your authenticator app shows now, or a recovery code.",
  });
}

async function takeTotp(
  context: FactorContext,
  actor: PersonActor,
  code: string,
): Promise<boolean> {
  const { db, now } = context;
  const { userId } = actor;
  const totp = await db.selectFrom("totp").selectAll().where("user_id", "=", userId)
    .executeTakeFirst();
  if (totp === undefined) return false;
  assertNotLocked(totp, now());
  const secret = unseal(context.config.secret, sealedFor(userId), totp.secret);
  if (secret === undefined) {
    throw new SvcError("second_factor_wrong", "Codes of this account cannot be checked any more", {
      hint: "The server's secret was replaced. Use a recovery code, or ask the operator.",
    });
  }
  const step = stepOf(secret, code, now(), totp.last_step);
  // The row decides between two requests with the same code.
  const taken = step !== undefined && await db.updateTable("totp")
    .set({ last_step: step, failures: 0, locked_until: null })
    .where("user_id", "=", userId).where("secret", "=", totp.secret).where("last_step", "<", step)
    .executeTakeFirst();
  if (taken && taken.numUpdatedRows > 0n) {
    await inTransaction(db, (trx) => endHoldByFactor(context, trx, actor, totp.added_at));
    return true;
  }
  await countFailure(context, userId);
  return false;
}

function assertNotLocked({ locked_until }: TotpTable, now: Date): void {
  if (locked_until === null) return;
  const seconds = Math.ceil((new Date(locked_until).getTime() - now.getTime()) / 1000);
  if (seconds <= 0) return;
  throw new SvcError("rate_limited", "Too many wrong codes", {
    hint: "Wait a quarter of an hour, or use a recovery code.",
    details: [{ path: "retry-after", message: String(seconds) }],
  });
}

async function countFailure({ db, now }: FactorContext, userId: string): Promise<void> {
  await db.updateTable("totp").set((column) => ({ failures: column("failures", "+", 1) }))
    .where("user_id", "=", userId).execute();
  await db.updateTable("totp")
    .set({ failures: 0, locked_until: new Date(now().getTime() + LOCK_MS).toISOString() })
    .where("user_id", "=", userId).where("failures", ">=", MOST_FAILURES).execute();
}

async function takeRecoveryCode(
  { db, outbox, now }: FactorContext,
  actor: PersonActor,
  code: string,
): Promise<boolean> {
  const { userId } = actor;
  const hash = await hashKey(code);
  return await inTransaction(db, async (trx) => {
    const { numDeletedRows } = await trx.deleteFrom("recovery_code").where("user_id", "=", userId)
      .where("code_hash", "=", hash).executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await warn(outbox, trx, "recovery_used", userId);
    await recordAccountEvent(trx, { userId, action: "recovery_code.used", at: now(), actor });
    await beginHold({ outbox }, trx, { userId, reason: "recovery_code", actor }, now());
    return true;
  });
}
