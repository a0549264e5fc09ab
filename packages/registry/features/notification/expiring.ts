import { TOKEN_EXPIRY_NOTICE_DAYS } from "@svc/core/notification";
import { sql } from "kysely";
import type { Services } from "../../access/services.ts";
import type { Db, Trx } from "../../access/store/schema.ts";
import type { Outbox } from "../mail/outbox.ts";
import { warn } from "../mail/warn.ts";
import { notify } from "./notify.ts";
import { inTransaction } from "../../platform/store/transaction.ts";

const DAY_MS = 86_400_000;

/**
 * Tells the admins of collectives of tokens that expire within a week, once a token: in their
 * notifications, and by mail to those who confirmed their address. Done now and then for all
 * collectives, and for a reader's own when an inbox is read.
 *
 * @param collectiveIds those to look at (default: all)
 */
export async function noticeExpiringTokens(
  { db, outbox, now }: Pick<Services, "db" | "outbox" | "now">,
  collectiveIds?: readonly string[],
): Promise<void> {
  if (collectiveIds?.length === 0) return;
  const at = now();
  for (const token of await findExpiring(db, at, collectiveIds)) {
    await inTransaction(db, async (trx) => {
      const told = await notify(trx, {
        kind: "token_expiring",
        collectiveId: token.collective_id,
        at,
        token: { id: token.id, name: token.name },
        text: token.expires_at!.slice(0, 10),
        onceKey: `token_expiring:${token.id}`,
      });
      if (told) await warnAdmins(outbox, trx, token);
    });
  }
}

async function findExpiring(db: Db, now: Date, collectiveIds: readonly string[] | undefined) {
  const soon = new Date(now.getTime() + TOKEN_EXPIRY_NOTICE_DAYS * DAY_MS).toISOString();
  let query = db.selectFrom("collective_token as token")
    .innerJoin("collective", "collective.id", "token.collective_id")
    .leftJoin(
      "notification_event as event",
      (join) => join.on("event.once_key", "=", sql<string>`'token_expiring:' || token.id`),
    )
    .select([
      "token.id",
      "token.name",
      "token.key_prefix",
      "token.collective_id",
      "token.expires_at",
      "collective.slug",
    ])
    .where("token.enabled", "=", 1)
    .where("token.expires_at", ">", now.toISOString())
    .where("token.expires_at", "<=", soon)
    .where("event.id", "is", null);
  if (collectiveIds) query = query.where("token.collective_id", "in", collectiveIds);
  return await query.execute();
}

type Expiring = Awaited<ReturnType<typeof findExpiring>>[number];

async function warnAdmins(
  outbox: Outbox,
  trx: Trx,
  { collective_id, slug, key_prefix, expires_at }: Expiring,
): Promise<void> {
  if (!outbox.configured) return;
  const admins = await trx.selectFrom("collective_member").select("user_id")
    .where("collective_id", "=", collective_id).where("role", "in", ["admin", "owner"]).execute();
  const data = { collective: slug, start: key_prefix, day: expires_at!.slice(0, 10) };
  for (const { user_id } of admins) await warn(outbox, trx, "token_expiring", user_id, data);
}
