import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Counts what is unread without reading the rest of an inbox: every page of a person asks. */
export const notificationUnread: Migration = {
  async up(db) {
    await db.schema.createIndex("notification_unread").on("notification_delivery")
      .columns(["recipient_kind", "recipient_id"]).where(sql.ref("read_at"), "is", null).execute();
  },
};
