import type { Services } from "../../../access/services.ts";
import type { Trx } from "../../../access/store/schema.ts";
import type { StagedRow } from "../record/staged_tables.ts";

declare module "../../../platform/jobs/jobs.ts" {
  interface JobKinds {
    /** Mails with all that waits for a person, and all that was decided; about the id of the account. */
    staged_mail: true;
  }
}

/**
 * Has a mail go to each owner and admin, and to who staged it: at once, or an hour after the last one
 * with all that came meanwhile (trust 5: who is asked too often reads nothing).
 */
export async function queueMail(
  trx: Trx,
  { outbox, jobs }: Pick<Services, "outbox" | "jobs">,
  { collective_id, staged_by_user_id }: StagedRow,
  now: Date,
): Promise<void> {
  if (!outbox.configured) return;
  const deciders = await trx.selectFrom("collective_member").select("user_id")
    .where("collective_id", "=", collective_id).where("role", "in", ["admin", "owner"]).execute();
  const people = new Set([...deciders.map(({ user_id }) => user_id), staged_by_user_id]);
  for (const id of people) if (id !== null) await jobs.add(trx, "staged_mail", id, now);
}
