import { REGISTRY } from "../../access/audit/actor.ts";
import { recordEvent } from "../../access/audit/record.ts";
import type { Services } from "../../access/services.ts";
import type { Trx } from "../../access/store/schema.ts";
import type { PublisherRow } from "./compare.ts";
import { loggedPublisher } from "./log_entry.ts";
import { tellPublisher } from "./tell.ts";
import { placeText } from "./text.ts";

/**
 * Disables publishers, in the caller's transaction, and tells who administers their collective. Keys
 * that their jobs have got stop working with them.
 */
export async function disablePublishers(
  services: Pick<Services, "outbox">,
  trx: Trx,
  rows: readonly PublisherRow[],
  { reason, at }: { reason: string; at: Date },
): Promise<void> {
  for (const row of rows) {
    const { numUpdatedRows } = await trx.updateTable("publisher")
      .set({ disabled_at: at.toISOString(), disabled_reason: reason })
      .where("id", "=", row.id).where("disabled_at", "is", null).executeTakeFirst();
    if (numUpdatedRows === 0n) continue;
    const told = { extension: row.extension_name, place: placeText(row), reason };
    await recordEvent(trx, {
      at,
      action: "publisher.disabled",
      collectiveId: row.collective_id,
      actor: REGISTRY,
      details: { ...told, publisher: row.id },
      logged: loggedPublisher(row),
    });
    const { collective_id: collectiveId } = row;
    await tellPublisher(services, trx, "publisher_disabled", { collectiveId, at, told });
  }
}

/** Disables those of an extension that gets another owner: they trusted the one before. */
export async function disablePublishersOf(
  services: Pick<Services, "outbox">,
  trx: Trx,
  extension: string,
  at: Date,
): Promise<void> {
  const rows = await trx.selectFrom("publisher").selectAll()
    .where("extension_name", "=", extension).where("disabled_at", "is", null).execute();
  const reason = "The extension was transferred to another collective.";
  await disablePublishers(services, trx, rows, { reason, at });
}
