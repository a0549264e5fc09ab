import { LIMITS } from "@svc/core/limit";
import type { Db } from "../store/schema.ts";
import type {} from "./table.ts";

const DAY_MS = 86_400_000;

/** Removes old events, and from younger ones from where they were done. */
export async function sweepAudit(db: Db, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
  await db.deleteFrom("audit_event").where("at", "<", before(LIMITS.auditKeptDays)).execute();
  await db.updateTable("audit_event").set({ network: null, client: null })
    .where("network", "is not", null).where("at", "<", before(LIMITS.auditOriginKeptDays))
    .execute();
}
