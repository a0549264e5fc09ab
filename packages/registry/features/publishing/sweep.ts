import type { Db } from "../../access/store/schema.ts";

/** How long an ended key of a CI job is kept, for confirmations whose answer was lost, in milliseconds. */
const KEPT_MS = 86_400_000;

/** Removes identity tokens that cannot be exchanged any more, and keys of CI jobs that have ended. */
export async function sweepPublishing(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("publisher_seen").where("expires_at", "<=", now.toISOString()).execute();
  await db.deleteFrom("publish_token")
    .where("expires_at", "<=", new Date(now.getTime() - KEPT_MS).toISOString()).execute();
}
