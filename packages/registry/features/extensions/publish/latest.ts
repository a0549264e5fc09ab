import type { Channel } from "@svc/core/channel";
import type { Kysely } from "kysely";
import type { Schema } from "../../../access/store/schema.ts";
import type {} from "../record/tables.ts";

/** The newest version of each channel that is not yanked, as columns of the extension. */
export async function latestColumns(db: Kysely<Schema>, extensionId: string) {
  const rows = await db.selectFrom("extension_version").select(["channel", "version"])
    .where("extension_id", "=", extensionId).where("yanked_at", "is", null)
    .orderBy("sort_key", "desc").execute();
  const of = (channel: Channel) => rows.find((row) => row.channel === channel)?.version ?? null;
  return { latest_stable: of("stable"), latest_rc: of("rc"), latest_beta: of("beta") };
}
