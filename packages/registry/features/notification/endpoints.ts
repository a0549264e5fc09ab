import { SvcError } from "@svc/core/error";
import { z } from "zod";
import { defineEndpoint, type Endpoint } from "../../access/endpoint/endpoint.ts";
import { cursorField, pageSize, queryFlag } from "@svc/http/input";
import { noticeExpiringTokens } from "./expiring.ts";
import { governed, type Inbox, inboxOf } from "./inbox.ts";
import { readInbox, readNotification } from "./read.ts";
import { NotificationRecord } from "./schema.ts";
import type { Db } from "../../access/store/schema.ts";

const list = defineEndpoint({
  key: "notifications.list",
  query: z.strictObject({
    unread: queryFlag.default(false).describe("Only unread ones"),
    limit: pageSize(100, 20),
    cursor: cursorField,
  }),
  response: z.object({
    notifications: z.array(NotificationRecord),
    nextCursor: z.string().nullable(),
    unreadCount: z.int().nonnegative(),
  }),
  errors: ["validation_failed"],
  description: "Events of the caller's collectives, extensions and issues. A collective token " +
    "reads the collective's own inbox, which has its own read marks.",
  async handle({ services, principal, query }) {
    const inbox = inboxOf(principal);
    await noticeExpiringTokens(services, await governed(services.db, inbox));
    return await readInbox(services.db, services.config.baseUrl, inbox, query);
  },
});

const mark = defineEndpoint({
  key: "notifications.mark",
  params: z.object({ notificationId: z.uuid() }),
  body: z.strictObject({ read: z.boolean() }),
  response: z.object({ notification: NotificationRecord }),
  errors: ["not_found", "malformed_body", "validation_failed"],
  async handle({ services, principal, params, body }) {
    const inbox = inboxOf(principal);
    const { notificationId } = params;
    await markNotification(services.db, inbox, notificationId, body.read, services.now());
    const notification = await readNotification(
      services.db,
      services.config.baseUrl,
      inbox,
      notificationId,
    );
    if (!notification) throw new SvcError("not_found", "There is no such notification");
    return { notification };
  },
});

const readAll = defineEndpoint({
  key: "notifications.read-all",
  response: z.object({ marked: z.int().nonnegative() }),
  async handle({ services, principal }) {
    return { marked: await markAll(services.db, inboxOf(principal), services.now()) };
  },
});

/** The notifications interface. */
export const NOTIFICATION_ENDPOINTS: readonly Endpoint[] = [list, mark, readAll];

/** Marks one notification; marking what is marked already keeps the first time. False when it is not there. */
async function markNotification(
  db: Db,
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
async function markAll(db: Db, inbox: Inbox, now: Date): Promise<number> {
  const { numUpdatedRows } = await db.updateTable("notification_delivery")
    .set({ read_at: now.toISOString() })
    .where("recipient_kind", "=", inbox.kind).where("recipient_id", "=", inbox.id)
    .where("read_at", "is", null).executeTakeFirst();
  return Number(numUpdatedRows);
}
