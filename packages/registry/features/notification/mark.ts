import type { Kysely } from "kysely";
import type { Schema } from "../../access/store/schema.ts";
import type { Inbox } from "./inbox.ts";
import type {} from "./tables.ts";

/** Marks one notification; marking what is marked already keeps the first time. False when it is not there. */
export async function markNotification(
  db: Kysely<Schema>,
  inbox: Inbox,
  id: string,
  read: boolean,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable("notification_delivery")
    .set((column) => ({
      read_at: read ? column.fn.coalesce("read_at", column.val(now.toISOString())) : null,
    }))
    .where("recipient_kind", "=", inbox.kind).where("recipient_id", "=", inbox.id)
    .where("event_id", "=", id).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks every unread notification read; tells how many there were. */
export async function markAll(db: Kysely<Schema>, inbox: Inbox, now: Date): Promise<number> {
  const { numUpdatedRows } = await db.updateTable("notification_delivery")
    .set({ read_at: now.toISOString() })
    .where("recipient_kind", "=", inbox.kind).where("recipient_id", "=", inbox.id)
    .where("read_at", "is", null).executeTakeFirst();
  return Number(numUpdatedRows);
}
