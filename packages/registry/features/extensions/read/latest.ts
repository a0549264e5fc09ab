import type { Channel } from "@svc/core/channel";
import { parseContents } from "@svc/core/descriptor";
import { SvcError } from "@svc/core/error";
import type { LatestResponse } from "@svc/core/wire";
import type { Services } from "../../../access/services.ts";
import type { ExtensionRow } from "../../../access/store/extension_table.ts";
import type {} from "../record/tables.ts";

/**
 * The newest version of a channel with what it contains.
 *
 * @throws SvcError `extension_yanked` (410) for a yanked extension, `not_found` for an empty channel
 */
export async function latestOfChannel(
  { db }: Services,
  extension: ExtensionRow,
  channel: Channel,
): Promise<LatestResponse> {
  if (extension.yanked_at !== null) {
    throw new SvcError(
      "extension_yanked",
      `${extension.name} was yanked: ${extension.yank_reason}`,
    );
  }
  const version = extension[`latest_${channel}`];
  if (version === null) {
    const elsewhere = (["stable", "rc", "beta"] as const).find((other) =>
      extension[`latest_${other}`] !== null
    );
    throw new SvcError("not_found", `${extension.name} has no ${channel} version`, {
      ...(elsewhere ? { hint: `Ask for it with --channel ${elsewhere}.` } : {}),
    });
  }
  const row = await db.selectFrom("extension_version")
    .select(["version", "published_at", "channel", "checksum", "verified_by_svc", "descriptor"])
    .where("extension_id", "=", extension.id).where("version", "=", version)
    .executeTakeFirstOrThrow();
  const { descriptorVersion: _, ...contents } = parseContents(row.descriptor, extension.name);
  return {
    latestVersion: row.version,
    latestVersionDetail: {
      version: row.version,
      publishedAt: row.published_at,
      channel,
      checksum: row.checksum,
      verifiedBySvc: row.verified_by_svc === 1,
      ...contents,
    },
  };
}
