import type { NotificationKind } from "@svc/core/notification";

/** What happened, and to whose inbox it went. */
declare module "../../platform/store/schema.ts" {
  interface Schema {
    notification_event: NotificationEventTable;
    notification_delivery: NotificationDeliveryTable;
  }
}

/** One event, stored once however many are told. */
export interface NotificationEventTable {
  id: string;
  kind: NotificationKind;
  /** The collective it concerns; null for the registry's own. */
  collective_id: string | null;
  actor_user_id: string | null;
  actor_collective_id: string | null;
  title: string;
  /** Path on the registry's pages. */
  path: string | null;
  /** JSON object with the names the title speaks of. */
  data: string;
  /** Set where the same event must not be told twice. */
  once_key: string | null;
  created_at: string;
}

/** One event in one inbox. `created_at` repeats the event's, so that an inbox pages by one index. */
export interface NotificationDeliveryTable {
  event_id: string;
  recipient_kind: "user" | "collective";
  recipient_id: string;
  created_at: string;
  read_at: string | null;
}
