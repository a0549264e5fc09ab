import { TOKEN_EXPIRY_NOTICE_DAYS } from "@svc/core/notification";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../../access/store/schema.ts";
import { notify } from "./notify.ts";
import type {} from "./tables.ts";

const DAY_MS = 86_400_000;

/**
 * Tells the admins of these collectives of tokens that expire within a week, once a token.
 * Done when an inbox is read: a warning nobody looks at needs no clock of its own.
 */
export async function noticeExpiringTokens(
  db: Kysely<Schema>,
  collectiveIds: readonly string[],
  now: Date,
): Promise<void> {
  if (collectiveIds.length === 0) return;
  const soon = new Date(now.getTime() + TOKEN_EXPIRY_NOTICE_DAYS * DAY_MS).toISOString();
  const expiring = await db.selectFrom("collective_token as token")
    .leftJoin(
      "notification_event as event",
      (join) => join.on("event.once_key", "=", sql<string>`'token_expiring:' || token.id`),
    )
    .select(["token.id", "token.name", "token.collective_id", "token.expires_at"])
    .where("token.collective_id", "in", collectiveIds)
    .where("token.enabled", "=", 1)
    .where("token.expires_at", ">", now.toISOString())
    .where("token.expires_at", "<=", soon)
    .where("event.id", "is", null)
    .execute();
  for (const token of expiring) {
    await notify(db, {
      kind: "token_expiring",
      collectiveId: token.collective_id,
      at: now,
      token: { id: token.id, name: token.name },
      text: token.expires_at!.slice(0, 10),
      onceKey: `token_expiring:${token.id}`,
    });
  }
}
