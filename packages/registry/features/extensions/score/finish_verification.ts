import { SvcError } from "@svc/core/error";
import type { Services } from "../../../access/services.ts";
import { isUnanswered } from "./unanswered.ts";
import { JobHeld } from "../../../platform/jobs/jobs.ts";
import { applyVerification, isVerificationOpen, serviceOf, verify } from "./verification.ts";
import { inTransaction } from "../../../platform/store/transaction.ts";

/**
 * Asks about an extension's repository when the scoring event, or the change of the repository, left
 * that open. Does nothing when it was answered meanwhile.
 *
 * @throws SvcError `unavailable` when the host still did not answer
 * @throws JobHeld when it is left alone for now
 */
export async function finishVerification(services: Services, extensionId: string): Promise<void> {
  const { db, events } = services;
  const extension = await db.selectFrom("extension")
    .select(["id", "repository", "repository_generation", "verification"])
    .where("id", "=", extensionId).executeTakeFirst();
  if (!extension || extension.repository === null || !isVerificationOpen(extension)) return;
  const service = serviceOf(services.config, extension.repository);
  const until = services.lookups.pausedUntil(service ? [service] : []);
  if (until) throw new JobHeld(until, `${new URL(service!).host} does not answer at the moment`);
  const answer = await verify(services, extension.repository, services.lookups.inJob());
  const changed = await inTransaction(
    db,
    (trx) => applyVerification(trx, services.config, extension, answer),
  );
  for (const name of changed) events.emit("extension.changed", { extensionId, name });
  if (isUnanswered(answer)) throw new SvcError("unavailable", answer.reason);
}
