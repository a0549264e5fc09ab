import { sql } from "kysely";
import { migration } from "../../platform/store/migration.ts";
import { cascade, cascadeIfAny, setNull } from "../../platform/store/references.ts";
import { index, text } from "../../platform/store/columns.ts";

/** Notifications: events, and the inboxes they went to. */
export const notification = migration(async (db) => {
  await db.schema.createTable("notification_event")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("collective_id", "text", cascadeIfAny("collective.id"))
    .addColumn("actor_user_id", "text", setNull("user.id"))
    .addColumn("actor_collective_id", "text", setNull("collective.id"))
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("path", "text")
    .addColumn("data", "text", (c) => c.notNull())
    .addColumn("once_key", "text", (c) => c.unique())
    .addColumn("created_at", "text", (c) => c.notNull())
    .execute();

  await db.schema.createTable("notification_delivery")
    .addColumn("event_id", "text", cascade("notification_event.id"))
    .$call(text("recipient_kind", "recipient_id", "created_at"))
    .addColumn("read_at", "text")
    .addPrimaryKeyConstraint("notification_once", [
      "event_id",
      "recipient_kind",
      "recipient_id",
    ])
    .execute();
  await index(
    db,
    "notification_delivery",
    "notification_inbox",
    "recipient_kind",
    "recipient_id",
    "created_at",
    "event_id",
  );
  // What is unread is counted without reading the rest of an inbox: every page of a person asks.
  await db.schema.createIndex("notification_unread").on("notification_delivery")
    .columns(["recipient_kind", "recipient_id"]).where(sql.ref("read_at"), "is", null).execute();
});
