import { z } from "zod";
import type { Services } from "../../access/services.ts";
import type { Trx } from "../../access/store/schema.ts";
import type { PublisherRow } from "../publishers/compare.ts";
import { type Job, shortened } from "../publishers/providers/mod.ts";
import { tellPublisher } from "../publishers/tell.ts";
import { placeText } from "../publishers/text.ts";

/** What of a job may change though it fits: no claim tells a workflow from one that took its name (trust 2.7). */
const PARTS = ["actor", "event", "environment"] as const;

/** Values of each that are remembered, the newest. */
const MOST = 20;

const Seen = z.partialRecord(z.enum(PARTS), z.array(z.string()));

/**
 * Tells the admins of a job whose actor, event or environment none before it had. Of a first job only an
 * environment is told, which the publisher could ask for and does not.
 */
export async function noteUnusual(
  services: Pick<Services, "outbox" | "now">,
  trx: Trx,
  row: PublisherRow,
  job: Job,
): Promise<void> {
  const seen = row.seen === null ? undefined : Seen.parse(JSON.parse(row.seen));
  const found = PARTS.flatMap((part) => {
    const value = job[part] === null ? undefined : shortened(job[part]);
    return value === undefined || seen?.[part]?.includes(value) ? [] : [{ part, value }];
  });
  if (found.length === 0) return;
  const after = { ...seen };
  for (const { part, value } of found) after[part] = [...after[part] ?? [], value].slice(-MOST);
  await trx.updateTable("publisher").set({ seen: JSON.stringify(after) }).where("id", "=", row.id)
    .execute();
  const unusual = found.filter(({ part }) =>
    seen !== undefined || part === "environment" && row.environment === null
  );
  if (unusual.length === 0) return;
  await tellPublisher(services, trx, "publisher_unusual", {
    collectiveId: row.collective_id,
    at: services.now(),
    told: {
      extension: row.extension_name,
      place: placeText(row),
      run: shortened(job.run.url),
      what: unusual.map(({ part, value }) => `${part} ${value}`).join(", "),
    },
  });
}
