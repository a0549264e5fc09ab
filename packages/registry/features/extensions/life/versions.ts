import type { Channel } from "@svc/core/channel";
import { SvcError } from "@svc/core/error";
import type { Trx } from "../../../access/store/schema.ts";
import { restricted, RESTRICTION_COLUMNS } from "../../../access/extension/restriction.ts";
import type { ExtensionRow, RestrictionColumns } from "../../../access/store/extension_table.ts";
import type {} from "../record/tables.ts";

/** One version, or all of a channel; a version with a channel must be in it. */
export interface VersionChoice {
  version?: string;
  channel?: Channel | undefined;
}

/** A version that is meant, and where it stands. */
export interface FoundVersion extends RestrictionColumns {
  version: string;
  channel: string;
  yanked_at: string | null;
}

/**
 * The versions that are meant.
 *
 * @throws SvcError `not_found` when there is none; what {@link restricted} makes of a named one
 */
export async function findVersions(
  trx: Trx,
  { id, name }: ExtensionRow,
  { version, channel }: VersionChoice,
): Promise<FoundVersion[]> {
  const rows = await trx.selectFrom("extension_version")
    .select(["version", "channel", "yanked_at", ...RESTRICTION_COLUMNS])
    .where("extension_id", "=", id)
    .$if(version !== undefined, (query) => query.where("version", "=", version!))
    .$if(channel !== undefined, (query) => query.where("channel", "=", channel!))
    .execute();
  // What is of a version alone is refused with its reason; of a channel, it is left as it is.
  const [one] = rows;
  if (version !== undefined && one !== undefined && one.taken_down_at !== null) {
    throw restricted(`${name}@${version}`, one);
  }
  if (rows.length > 0) return rows;
  const what = version === undefined
    ? `no ${channel} version`
    : `no version ${version}${channel ? ` in ${channel}` : ""}`;
  throw new SvcError("not_found", `${name} has ${what}`, {
    hint: `List them: svc extension info ${name}`,
  });
}
