import { SvcError } from "@svc/core/error";
import { z } from "zod";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import { SEARCHED } from "../../../access/response_cache/mod.ts";
import type { Db } from "../../../access/store/schema.ts";
import { numberPending } from "./number.ts";
import { IndexChanges } from "./schema.ts";

/** Changes in one answer. */
const MOST = 1000;

/** `GET /index`: which public extensions changed, in the order of the changes. */
export const listChanges = defineEndpoint({
  key: "index.changes",
  query: z.strictObject({
    since: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0)
      .describe("`next` of the previous answer; 0 for everything"),
    limit: z.coerce.number().int().min(1).max(MOST).default(MOST),
  }),
  response: IndexChanges,
  description: "For mirrors: one request shows whether anything changed. An extension that was " +
    "made private or taken down is listed as removed, and so are those of a deleted collective.",
  cache: { ...SEARCHED, toAll: true },
  async handle({ services: { db }, query: { since, limit } }) {
    await numberPending(db);
    const rows = await db.selectFrom("index_change").select(["name", "serial", "removed"])
      .where("serial", ">", since).orderBy("serial").limit(limit + 1).execute();
    if (rows.length === 0) await assertGiven(db, since);
    const changes = rows.slice(0, limit)
      .map(({ name, serial, removed }) => ({ name, serial, removed: removed === 1 }));
    return { changes, next: changes.at(-1)?.serial ?? since, more: rows.length > limit };
  },
});

/** After a restore the registry may be behind a mirror, which would then miss what comes. */
async function assertGiven(db: Db, since: number): Promise<void> {
  const last = await db.selectFrom("index_serial").select("value").executeTakeFirst();
  if (since <= (last?.value ?? 0)) return;
  throw new SvcError("validation_failed", `There was no change ${since} in this registry`, {
    hint: "It may have been restored from a backup: start again with since=0.",
  });
}
