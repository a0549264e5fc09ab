import { SvcError } from "@svc/core/error";
import { authorOf } from "../../access/author/author.ts";
import type { Principal } from "../../access/credential/principal.ts";
import type { Services } from "../../access/services.ts";
import { seenIssue } from "./issue.ts";
import type { LifecycleStep } from "./schema.ts";
import { viewerOf } from "./viewer.ts";
import { orderedId } from "../../platform/store/ordered_id.ts";
import { inTransaction } from "../../platform/store/transaction.ts";

/**
 * Records a step and moves the issue to its target status, if it names one.
 *
 * @returns the entry's id
 * @throws SvcError `not_found` when the caller may not see the issue, `forbidden` unless they
 *   administer it.
 */
export async function recordStep(
  services: Services,
  principal: Principal,
  number: number,
  step: LifecycleStep,
): Promise<string> {
  const now = services.now().toISOString();
  return await inTransaction(services.db, async (trx) => {
    const issue = await seenIssue(trx, viewerOf(services, principal), number);
    if (!issue.administers) {
      throw new SvcError("forbidden", "Only people who manage this issue may record work on it", {
        hint: "Use a token of the issue's collective with the lab:write scope, or add a comment.",
      });
    }
    const id = orderedId();
    await trx.insertInto("lab_lifecycle").values({
      id,
      issue_number: number,
      ...authorOf(principal),
      step: step.step,
      target_status: step.targetStatus ?? null,
      summary: step.summary,
      emoji: step.emoji ?? null,
      payload: JSON.stringify(step.payload),
      body: step.body ?? null,
      verbose: step.isVerbose ? 1 : 0,
      created_at: now,
    }).execute();
    await trx.updateTable("lab_issue")
      .set({ updated_at: now, ...(step.targetStatus ? { status: step.targetStatus } : {}) })
      .where("number", "=", number).execute();
    return id;
  });
}
