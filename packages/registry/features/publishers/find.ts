import { SvcError } from "@svc/core/error";
import { z } from "zod";
import type { HeldCollective } from "../../access/membership/change.ts";
import type { PublisherRow } from "./compare.ts";

/** A path with a collective's slug and a publisher's id. */
export const PUBLISHER_PARAMS = z.object({ slug: z.string(), publisherId: z.uuid() });

/** @throws SvcError `not_found` for one that the collective does not have */
export async function findPublisher(
  { trx, collective }: HeldCollective,
  id: string,
): Promise<PublisherRow> {
  const row = await trx.selectFrom("publisher").selectAll()
    .where("id", "=", id).where("collective_id", "=", collective.id).executeTakeFirst();
  if (row !== undefined) return row;
  throw new SvcError("not_found", "There is no such publisher", {
    hint: "It may have been removed; load the page again.",
  });
}
