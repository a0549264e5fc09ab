import type { Services } from "../../access/services.ts";
import { MAIL_KINDS } from "./kinds.ts";
import { renderLetter } from "./letter.ts";
import { LETTERS } from "./letters.ts";
import type {} from "./outbox.ts";
import { LIMITS } from "@svc/core/limit";
import type { Db } from "../../access/store/schema.ts";

const HOUR_MS = 3_600_000;

/**
 * Hands a queued mail to the mail server. Safe to do again: one that went is not sent twice.
 *
 * @throws Error with a code when the server could not take it now; the queue tries later
 */
export async function deliverMail(services: Services, id: string): Promise<void> {
  const { db, config, log, mailServer } = services;
  const row = await db.selectFrom("mail").selectAll().where("id", "=", id)
    .where("sent_at", "is", null).where("failed_at", "is", null).executeTakeFirst();
  if (row === undefined) return;
  const now = services.now();
  const end = (change: { sent_at?: string; failed_at?: string; reason: string | null }) =>
    db.updateTable("mail").set(change).where("id", "=", id).execute();
  const giveUp = async (reason: string) => {
    log.warn("mail.given_up", { mailId: id, kind: row.kind, reason });
    await end({ failed_at: now.toISOString(), reason });
  };
  if (mailServer === undefined) return await giveUp("ENOSERVER");
  const age = now.getTime() - Date.parse(row.created_at);
  if (age > MAIL_KINDS[row.kind].hours * HOUR_MS) return await giveUp(row.reason ?? "ELATE");
  const context = { db, baseUrl: config.baseUrl, now, mailDomains: config.mailDomains };
  const letter = await LETTERS[row.kind](context, { ...row, data: JSON.parse(row.data) });
  if (letter === undefined) {
    await db.deleteFrom("mail").where("id", "=", id).execute();
    return;
  }
  const { to, subject } = letter;
  const handed = await mailServer.send({ id, to, subject, ...renderLetter(letter) });
  if (handed.sent) {
    await end({ sent_at: services.now().toISOString(), reason: null });
    log.info("mail.sent", { mailId: id, kind: row.kind });
  } else if (handed.final) await giveUp(handed.reason);
  else {
    await end({ reason: handed.reason });
    throw new Error(`the mail server did not accept it: ${handed.reason}`);
  }
}

const DAY_MS = 86_400_000;

/** Removes links past their time, and what is remembered of old mails. */
export async function sweepMail(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("account_link").where("expires_at", "<=", now.toISOString()).execute();
  const old = new Date(now.getTime() - LIMITS.mailKeptDays * DAY_MS).toISOString();
  await db.deleteFrom("mail").where("created_at", "<", old).execute();
}
