import { LIMITS } from "@svc/core/limit";
import { type Publisher, PUBLISHER_ACTIONS } from "@svc/core/wire";
import type { Db } from "../../access/store/schema.ts";
import { storedList } from "../../platform/store/list.ts";
import type { PublisherRow } from "./compare.ts";
import { SvcError } from "@svc/core/error";
import { z } from "zod";
import type { HeldCollective } from "../../access/membership/change.ts";

const DAY_MS = 86_400_000;

/** When a publisher that was never used ends; null for one that was used or is disabled. */
export function expiryOf(
  { created_at, last_used_at, disabled_at }: Pick<
    PublisherRow,
    "created_at" | "last_used_at" | "disabled_at"
  >,
): string | null {
  if (last_used_at !== null || disabled_at !== null) return null;
  return new Date(new Date(created_at).getTime() + LIMITS.unusedPublisherDays * DAY_MS)
    .toISOString();
}

/** The publishers of a collective with who added them. */
export function selectPublishers(db: Db, collectiveId: string) {
  return db.selectFrom("publisher").leftJoin("user", "user.id", "publisher.created_by")
    .where("publisher.collective_id", "=", collectiveId)
    .selectAll("publisher").select("user.username as creator")
    .orderBy("publisher.extension_name").orderBy("publisher.created_at").orderBy("publisher.id");
}

/** A stored publisher as an answer shows it. */
export function publisherView(row: PublisherRow & { creator: string | null }): Publisher {
  return {
    id: row.id,
    extension: row.extension_name,
    provider: row.provider,
    issuer: row.issuer,
    names: JSON.parse(row.names),
    ids: row.ids === null ? null : JSON.parse(row.ids),
    idsLearnedAt: row.ids_learned_at,
    renamed: row.renamed === null ? null : JSON.parse(row.renamed),
    workflow: row.workflow,
    reusable: row.reusable,
    environment: row.environment,
    refRule: row.ref_rule,
    events: storedList(row.events),
    runnerRule: row.runner_rule,
    actions: PUBLISHER_ACTIONS.filter((action) => storedList(row.actions).includes(action)),
    createdBy: row.creator,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    lastRun: row.last_run,
    disabledAt: row.disabled_at,
    disabledReason: row.disabled_reason,
    expiresAt: expiryOf(row),
  };
}

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
