import { ChannelName, ExtensionInfo, LatestResponse } from "@svc/core/wire";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import { OF_EXTENSION } from "../../../access/response_cache/mod.ts";
import { nameParams } from "../record/params.ts";
import { infoOf } from "./info.ts";
import { RESTRICTION_CODES } from "../../../access/extension/restriction.ts";
import { findReadable } from "./readable.ts";
import { z } from "zod";
import type { Channel } from "@svc/core/channel";
import { parseContents } from "@svc/core/descriptor";
import { SvcError } from "@svc/core/error";
import type { Services } from "../../../access/services.ts";
import type { ExtensionRow } from "../../../access/store/extension_table.ts";
import { SUMMARY_COLUMNS, summaryOf } from "../provenance/summary.ts";

/** `GET /api/v1/extensions/{name}`: an extension's record; a yanked one has `yankedAt` set. */
export const get = defineEndpoint({
  key: "extensions.get",
  params: nameParams,
  response: ExtensionInfo,
  errors: ["not_found", ...RESTRICTION_CODES],
  cache: OF_EXTENSION,
  handle: async ({ services, principal, params }) =>
    await infoOf(services, await findReadable(services.db, principal, params.name)),
});

/** `GET /api/v1/extensions/{name}/latest`: the newest version of a channel, yanked ones left out. */
export const getLatest = defineEndpoint({
  key: "extensions.latest",
  params: nameParams,
  query: z.strictObject({ channel: ChannelName.default("stable") }),
  response: LatestResponse,
  errors: ["not_found", ...RESTRICTION_CODES, "extension_yanked"],
  cache: OF_EXTENSION,
  async handle({ services, principal, params, query }) {
    const { extension } = await findReadable(services.db, principal, params.name);
    return await latestOfChannel(services, extension, query.channel);
  },
});

/**
 * The newest version of a channel with what it contains.
 *
 * @throws SvcError `extension_yanked` (410) for a yanked extension, `not_found` for an empty channel
 */
async function latestOfChannel(
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
    .leftJoin("provenance", "provenance.version_id", "extension_version.id")
    .select(["version", "published_at", "channel", "checksum", "verified_by_svc", "descriptor"])
    .select(SUMMARY_COLUMNS)
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
      provenance: summaryOf(row),
      ...contents,
    },
  };
}
