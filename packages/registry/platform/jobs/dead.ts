import { LIMITS } from "@svc/core/limit";
import { sql } from "kysely";
import type { Db } from "../store/schema.ts";
import type {} from "./tables.ts";

const DAY_MS = 86_400_000;

/** Gives up the jobs whose deadline has passed before a worker took them; returns them. */
export async function giveUpOverdue(db: Db, now: Date) {
  const at = now.toISOString();
  return await db.updateTable("job")
    .set({
      dead_at: at,
      leased_until: null,
      last_error: sql<string>`coalesce(last_error, 'no worker took it in time')`,
    })
    .where("dead_at", "is", null).where("deadline", "<", at)
    .where((where) => where.or([where("leased_until", "is", null), where("leased_until", "<", at)]))
    .returning(["kind", "subject", "attempts", "last_error"]).execute();
}

/** Removes the jobs that were given up long ago (`LIMITS.deadJobDays`); returns how many. */
export async function sweepDeadJobs(db: Db, now: Date): Promise<number> {
  const old = new Date(now.getTime() - LIMITS.deadJobDays * DAY_MS).toISOString();
  const { numDeletedRows } = await db.deleteFrom("job").where("dead_at", "<", old)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
