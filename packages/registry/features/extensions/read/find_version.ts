import { SvcError } from "@svc/core/error";
import type { Principal } from "../../../access/credential/principal.ts";
import type { Services } from "../../../access/services.ts";
import { restricted, RESTRICTION_COLUMNS } from "../../../access/extension/restriction.ts";
import { SUMMARY_COLUMNS } from "../provenance/summary.ts";
import { findReadable, readBy } from "./readable.ts";

/**
 * The archive of a version, yanked or not: a lockfile may always restore what it names, whatever
 * its channel and even when the collective was deleted since.
 *
 * @throws SvcError `not_found`; what {@link restricted} makes for what the operator keeps people from
 */
export async function findArchive(
  { db }: Pick<Services, "db">,
  principal: Principal,
  name: string,
  version: string,
) {
  const readable = await findReadable(db, principal, name, {
    deletedToo: true,
    unrestricted: true,
  });
  const { extension, collective } = readable;
  const row = await db.selectFrom("extension_version")
    .leftJoin("provenance", "provenance.version_id", "extension_version.id")
    .select([
      "extension_version.id",
      "checksum",
      "channel",
      "published_at",
      "packed_bytes",
      "yanked_at",
      "yank_reason",
      "published_as",
      ...RESTRICTION_COLUMNS,
      ...SUMMARY_COLUMNS,
    ])
    .where("extension_id", "=", extension.id).where("version", "=", version).where(readBy(readable))
    .executeTakeFirst();
  if (!row) {
    throw new SvcError("not_found", `${name} has no version ${version}`, {
      hint: `List them: svc extension versions ${name}`,
    });
  }
  if (row.taken_down_at !== null) throw restricted(`${name}@${version}`, row);
  return { extension, collective, ...row };
}
