import { LIMITS } from "@svc/core/limit";
import { REGISTRY } from "../../access/audit/actor.ts";
import { recordEvent } from "../../access/audit/record.ts";
import type { Services } from "../../access/services.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { tellPublisher } from "./tell.ts";
import { placeText } from "./text.ts";
import { expiryOf } from "./view.ts";
import { loggedPublisher } from "./log_entry.ts";

const DAY_MS = 86_400_000;

/** Ends publishers that nobody used, and warns of those that will end soon. */
export async function sweepPublishers(
  { db, outbox, now }: Pick<Services, "db" | "outbox" | "now">,
): Promise<void> {
  const at = now();
  const before = (days: number) => new Date(at.getTime() - days * DAY_MS).toISOString();
  const unused = db.selectFrom("publisher").selectAll()
    .where("last_used_at", "is", null).where("disabled_at", "is", null);
  const ended = await unused.where("created_at", "<=", before(LIMITS.unusedPublisherDays))
    .execute();
  for (const row of ended) {
    await inTransaction(db, async (trx) => {
      const gone = await trx.deleteFrom("publisher").where("id", "=", row.id)
        .where("last_used_at", "is", null).returning("id").executeTakeFirst();
      if (gone === undefined) return;
      await recordEvent(trx, {
        at,
        action: "publisher.expired",
        collectiveId: row.collective_id,
        actor: REGISTRY,
        details: { extension: row.extension_name, place: placeText(row), publisher: row.id },
        logged: loggedPublisher(row),
      });
    });
  }
  const ending = await unused.where("warned_at", "is", null)
    .where("created_at", "<=", before(LIMITS.unusedPublisherWarnedDays)).execute();
  for (const row of ending) {
    await inTransaction(db, async (trx) => {
      const warned = await trx.updateTable("publisher").set({ warned_at: at.toISOString() })
        .where("id", "=", row.id).where("warned_at", "is", null).where("last_used_at", "is", null)
        .returning("id").executeTakeFirst();
      if (warned === undefined) return;
      await tellPublisher({ outbox }, trx, "publisher_expiring", {
        collectiveId: row.collective_id,
        at,
        told: {
          extension: row.extension_name,
          place: placeText(row),
          day: expiryOf(row)!.slice(0, 10),
        },
      });
    });
  }
}
