import type { z } from "zod";
import { authorNames } from "../../access/author/names.ts";
import { readCursor, writeCursor } from "@svc/http/input";
import type { Db } from "../../access/store/schema.ts";
import type { Inbox } from "./inbox.ts";
import type { NotificationRecord } from "./schema.ts";
import type {} from "./tables.ts";
import type { NotificationKind } from "@svc/core/notification";

/** What a reader asks of an inbox. */
export interface InboxQuery {
  unread: boolean;
  limit: number;
  cursor?: string | undefined;
}

/** One page of an inbox, newest first, with the number still unread. */
export interface InboxPage {
  notifications: z.input<typeof NotificationRecord>[];
  nextCursor: string | null;
  unreadCount: number;
}

/** Reads a page of `inbox`. The cost is that of the page, not of the inbox. */
export async function readInbox(
  db: Db,
  baseUrl: string,
  inbox: Inbox,
  { unread, limit, cursor }: InboxQuery,
): Promise<InboxPage> {
  let query = deliveries(db, inbox).orderBy("delivery.created_at", "desc")
    .orderBy("delivery.event_id", "desc").limit(limit + 1);
  if (unread) query = query.where("delivery.read_at", "is", null);
  if (cursor !== undefined) {
    const { at, id } = readCursor(cursor);
    query = query.where((where) =>
      where.or([
        where("delivery.created_at", "<", at),
        where.and([where("delivery.created_at", "=", at), where("delivery.event_id", "<", id)]),
      ])
    );
  }
  const rows = await query.execute();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const { count } = await db.selectFrom("notification_delivery")
    .select((column) => column.fn.countAll<number>().as("count"))
    .where("recipient_kind", "=", inbox.kind).where("recipient_id", "=", inbox.id)
    .where("read_at", "is", null).executeTakeFirstOrThrow();
  return {
    notifications: await records(db, baseUrl, page),
    nextCursor: rows.length > limit && last
      ? writeCursor({ at: last.created_at, id: last.id })
      : null,
    unreadCount: Number(count),
  };
}

/** One notification of `inbox`, or undefined when it is not there, whoever else may have it. */
export async function readNotification(
  db: Db,
  baseUrl: string,
  inbox: Inbox,
  id: string,
): Promise<z.input<typeof NotificationRecord> | undefined> {
  const row = await deliveries(db, inbox).where("delivery.event_id", "=", id).executeTakeFirst();
  return row && (await records(db, baseUrl, [row]))[0];
}

function deliveries(db: Db, inbox: Inbox) {
  return db.selectFrom("notification_delivery as delivery")
    .innerJoin("notification_event as event", "event.id", "delivery.event_id")
    .leftJoin("collective", "collective.id", "event.collective_id")
    .leftJoin(
      "collective_member as own",
      (join) =>
        join.onRef("own.collective_id", "=", "event.collective_id").on(
          "own.user_id",
          "=",
          inbox.id,
        ),
    )
    .select([
      "delivery.recipient_kind",
      "own.role as own_role",
      "collective.private",
      "event.id",
      "event.kind",
      "event.title",
      "event.path",
      "event.data",
      "event.actor_user_id as author_user_id",
      "event.actor_collective_id as author_collective_id",
      "collective.slug as collective",
      "delivery.created_at",
      "delivery.read_at",
    ])
    .where("delivery.recipient_kind", "=", inbox.kind)
    .where("delivery.recipient_id", "=", inbox.id);
}

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof deliveries>["execute"]>>[number];

function addressOf(baseUrl: string, row: DeliveryRow): string | null {
  const place = targetPath(row);
  return place === null ? null : baseUrl + place;
}

async function records(
  db: Db,
  baseUrl: string,
  rows: readonly DeliveryRow[],
): Promise<z.input<typeof NotificationRecord>[]> {
  const nameOf = await authorNames(db, rows);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    title: row.title,
    actor: row.author_user_id === null && row.author_collective_id === null ? null : nameOf(row),
    collective: row.collective,
    url: addressOf(baseUrl, row),
    data: JSON.parse(row.data),
    createdAt: row.created_at,
    readAt: row.read_at,
  }));
}

/** What of a notification says where it leads. */
interface NotificationSubject {
  kind: NotificationKind;
  /** The page of the extension or issue, as it was stored. */
  path: string | null;
  /** Slug of the collective; null when it concerns none. */
  collective: string | null;
  private: number | null;
  recipient_kind: Inbox["kind"];
  /** The recipient's role in the collective; null for one who has none, and for a collective. */
  own_role: string | null;
}

/** The settings page of each kind that has one. Only admins are told of these. */
const SETTINGS: Partial<Record<NotificationKind, string>> = {
  member_joined: "members",
  member_left: "members",
  token_created: "tokens",
  token_revoked: "tokens",
  token_deleted: "tokens",
  token_expiring: "tokens",
  token_leaked: "tokens",
  publisher_added: "publishers",
  publisher_removed: "publishers",
  publisher_learned: "publishers",
  publisher_disabled: "publishers",
  publisher_expiring: "publishers",
  publisher_unusual: "publishers",
  collective_updated: "general",
  plan_changed: "billing",
};

/** The page that shows what happened; null when nothing is left to show. */
function targetPath(subject: NotificationSubject): string | null {
  const { kind, path, collective } = subject;
  if (path !== null) return path;
  if (collective === null || kind === "collective_deleted") return null;
  if (subject.recipient_kind === "user" && subject.own_role === null) {
    // Where it is accepted. Of a private collective, others find no page.
    if (kind === "member_invited") return "/account";
    if (subject.private === 1) return null;
  }
  const page = SETTINGS[kind];
  const home = `/collectives/${collective}`;
  // Those told of these may be the person concerned, who is not an admin.
  return page === undefined ? home : `${home}/settings/${page}`;
}

/** How many unread notifications `inbox` has, counted no further than `most`. */
export async function unreadCount(db: Db, inbox: Inbox, most: number): Promise<number> {
  const rows = await db.selectFrom("notification_delivery").select("event_id")
    .where("recipient_kind", "=", inbox.kind).where("recipient_id", "=", inbox.id)
    .where("read_at", "is", null).limit(most).execute();
  return rows.length;
}
