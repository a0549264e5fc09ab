import { LIMITS } from "@svc/core/limit";
import type { Db } from "../../access/store/schema.ts";
import type {} from "./tables.ts";

const DAY_MS = 86_400_000;

/** Removes links past their time, and what is remembered of old mails. */
export async function sweepMail(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("account_link").where("expires_at", "<=", now.toISOString()).execute();
  const old = new Date(now.getTime() - LIMITS.mailKeptDays * DAY_MS).toISOString();
  await db.deleteFrom("mail").where("created_at", "<", old).execute();
}
