import { SvcError } from "@svc/core/error";
import type { Services } from "../../../access/services.ts";
import { isUnanswered } from "./unanswered.ts";
import { applyVerification, isVerificationOpen, verify } from "./verification.ts";

/**
 * Asks about an extension's repository when the scoring event, or the change of the repository, left
 * that open. Does nothing when it was answered meanwhile.
 *
 * @throws SvcError `unavailable` when the host still did not answer
 */
export async function finishVerification(services: Services, extensionId: string): Promise<void> {
  const { db, events } = services;
  const extension = await db.selectFrom("extension")
    .select(["id", "repository", "repository_generation", "verification"])
    .where("id", "=", extensionId).executeTakeFirst();
  if (!extension || extension.repository === null || !isVerificationOpen(extension)) return;
  const answer = await verify(services, extension.repository);
  const changed = await db.transaction().execute((trx) =>
    applyVerification(trx, extension, answer)
  );
  for (const name of changed) events.emit("extension.changed", { extensionId, name });
  if (isUnanswered(answer)) throw new SvcError("unavailable", answer.reason);
}
