import type { Db } from "../../access/store/schema.ts";
import { MAIL_KINDS, type MailKind } from "./kinds.ts";
import type {} from "./tables.ts";

/** A mail that was to go to a person. */
export interface SentMail {
  kind: MailKind;
  address: string;
  createdAt: string;
  state: "sent" | "waiting" | "failed";
  /** Why it has not gone, as a code. */
  reason: string | null;
}

const HOUR_MS = 3_600_000;

/** The last mails about a person's account, newest first: of all kinds, or of some. */
export async function mailHistory(
  db: Db,
  userId: string,
  now: Date,
  { kinds, most = 20 }: { kinds?: readonly MailKind[]; most?: number } = {},
): Promise<SentMail[]> {
  let query = db.selectFrom("mail").selectAll().where("user_id", "=", userId);
  if (kinds !== undefined) query = query.where("kind", "in", kinds);
  const rows = await query.orderBy("created_at", "desc").orderBy("id").limit(most).execute();
  return rows.map(({ kind, address, created_at, sent_at, failed_at, reason }) => {
    const late = now.getTime() - Date.parse(created_at) > MAIL_KINDS[kind].hours * HOUR_MS;
    const state = sent_at !== null ? "sent" : failed_at !== null || late ? "failed" : "waiting";
    return { kind, address, createdAt: created_at, state, reason };
  });
}
