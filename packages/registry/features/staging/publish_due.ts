import { isSvcError } from "@svc/core/error";
import type { Services } from "../../access/services.ts";
import type { Trx } from "../../access/store/schema.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { notify } from "../notification/notify.ts";
import { tellPublished } from "../extensions/publish/tell.ts";
import type { StagedRow } from "../extensions/record/staged_tables.ts";
import { endStaged } from "../extensions/staged/end.ts";
import { queueMail } from "../extensions/staged/queue_mail.ts";
import type {} from "../extensions/staged/stage.ts";
import { ruleFor } from "../extensions/staged/rule.ts";
import { isApproved } from "./approvals.ts";
import { assertWhole, publishStaged, runOf, stagerOf } from "./publication.ts";

/**
 * Publishes an approved version whose time has come. Approvals are counted again: one of a person who
 * has lost the role since counts no more, and the version waits for another one. Safe to do twice.
 */
export async function publishDue(services: Services, id: string): Promise<void> {
  const { db, now } = services;
  const seen = await db.selectFrom("staged_version").selectAll().where("id", "=", id)
    .executeTakeFirst();
  if (seen === undefined || !isDue(seen, now())) return;
  await assertWhole(services, seen);
  try {
    const published = await inTransaction(db, async (trx) => {
      if (!await holdOpen(trx, seen.collective_id)) return undefined;
      const row = await trx.selectFrom("staged_version").selectAll().where("id", "=", id)
        .executeTakeFirstOrThrow();
      if (!isDue(row, now())) return undefined;
      const rule = await ruleFor(trx, row, now());
      const may = row.pushed === 1
        ? !rule.required && await mayPush(trx, row, now())
        : await isApproved(trx, row, rule);
      if (!may) {
        await waitAgain(trx, row, now());
        return undefined;
      }
      await queueMail(trx, services, row, now());
      return await publishStaged(trx, services, row);
    });
    if (published === undefined) return;
    const { collective_id: collectiveId } = seen;
    tellPublished(services, published, { collectiveId, actor: stagerOf(seen) });
  } catch (error) {
    if (!isSvcError(error) || !ENDING.has(error.code)) throw error;
    await inTransaction(db, (trx) => endStaged(trx, { id }, { reason: error.message, now: now() }));
  }
}

/** Refusals that stand: nothing is tried again. */
const ENDING: ReadonlySet<string> = new Set([
  "version_exists",
  "extension_moved",
  "taken_down",
  "provenance_invalid",
  "trusted_publishing_only",
]);

function isDue({ state, publish_after }: StagedRow, now: Date): boolean {
  return state === "staged" && publish_after !== null && publish_after <= now.toISOString();
}

/** Whether who pushed a version that waited for the operator alone may still do so. */
async function mayPush(trx: Trx, row: StagedRow, now: Date): Promise<boolean> {
  const { collective_id, staged_by_user_id, staged_by_token_id } = row;
  const run = runOf(row);
  if (run !== undefined) {
    const publisher = await trx.selectFrom("publisher").select("id").where("id", "=", run.publisher)
      .where("disabled_at", "is", null).executeTakeFirst();
    return publisher !== undefined;
  }
  const found = staged_by_user_id !== null
    ? await trx.selectFrom("collective_member as member")
      .leftJoin("disabled_user as disabled", "disabled.user_id", "member.user_id")
      .select("member.id").where("collective_id", "=", collective_id)
      .where("member.user_id", "=", staged_by_user_id).where("disabled.user_id", "is", null)
      .executeTakeFirst()
    : await trx.selectFrom("collective_token").select("id")
      .where("id", "=", staged_by_token_id).where("collective_id", "=", collective_id)
      .where("enabled", "=", 1)
      .where((of) =>
        of.or([of("expires_at", "is", null), of("expires_at", ">", now.toISOString())])
      )
      .executeTakeFirst();
  return found !== undefined;
}

/** Writing the row is the lock. False for a collective that is deleted or suspended. */
async function holdOpen(trx: Trx, collectiveId: string): Promise<boolean> {
  const held = await trx.updateTable("collective")
    .set((column) => ({ updated_at: column.ref("updated_at") }))
    .where("id", "=", collectiveId).where("deleted_at", "is", null)
    .where("suspended_at", "is", null).returning("id").executeTakeFirst();
  return held !== undefined;
}

async function waitAgain(trx: Trx, row: StagedRow, now: Date): Promise<void> {
  await trx.updateTable("staged_version").set({ publish_after: null }).where("id", "=", row.id)
    .execute();
  await notify(trx, {
    kind: "stage_decided",
    collectiveId: row.collective_id,
    at: now,
    extension: row.extension_name,
    version: row.version,
    staged: row.id,
    text: "waits for approval: who pushed or approved it may not do so any more",
  });
}

/** Ends what nobody approved in time, and has published again what is due and was not. */
export async function sweepStaged(services: Services): Promise<void> {
  const { db, jobs, now } = services;
  const at = now().toISOString();
  const waiting = db.selectFrom("staged_version").select("id").where("state", "=", "staged");
  const late = await waiting.where("publish_after", "is", null).where("expires_at", "<=", at)
    .execute();
  for (const { id } of late) {
    await inTransaction(db, async (trx) => {
      const reason = "nobody approved it in time";
      await endStaged(trx, { id }, { state: "expired", reason, now: now() });
    });
  }
  for (const { id } of await waiting.where("publish_after", "<=", at).execute()) {
    await jobs.add(db, "staged_publication", id, now());
  }
}
