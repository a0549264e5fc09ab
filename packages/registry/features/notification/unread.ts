import type { Db } from "../../access/store/schema.ts";
import type { Inbox } from "./inbox.ts";
import type {} from "./tables.ts";

/** How many unread notifications `inbox` has, counted no further than `most`. */
export async function unreadCount(db: Db, inbox: Inbox, most: number): Promise<number> {
  const rows = await db.selectFrom("notification_delivery").select("event_id")
    .where("recipient_kind", "=", inbox.kind).where("recipient_id", "=", inbox.id)
    .where("read_at", "is", null).limit(most).execute();
  return rows.length;
}
