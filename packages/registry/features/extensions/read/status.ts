import { CHANNELS } from "@svc/core/channel";
import { LIMITS } from "@svc/core/limit";
import { isSvcError, SvcError } from "@svc/core/error";
import { parseExtensionReference } from "@svc/core/name";
import {
  ChannelName,
  type ExtensionStatus,
  NameField,
  StatusResponse,
  VersionField,
} from "@svc/core/wire";
import { advisoriesOf, readTrust } from "@svc/scorecard/audit";
import { z } from "zod";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import { RESTRICTION_COLUMNS, restrictionOf } from "../../../access/extension/restriction.ts";
import type { Principal } from "../../../access/credential/principal.ts";
import type { Services } from "../../../access/services.ts";
import { latestOf } from "./parse.ts";
import { findReadable, type ReadableExtension, readBy } from "./readable.ts";

/**
 * `GET /api/v1/extensions/status`: the outcome of up to fifty extensions and of the versions that
 * somebody has, in one answer. What the caller may not see is left out, as is what does not exist. What
 * the operator keeps people from is told to everybody who may have it: clients warn of it.
 */
export const status = defineEndpoint({
  key: "extensions.status",
  query: z.strictObject({
    extension: z.array(z.string().max(300)).min(1).max(LIMITS.statusExtensions).meta({
      description: "`@collective/name` or `@collective/name@version`; repeatable.",
    }),
    publishedBefore: z.iso.datetime().optional().meta({
      description: "Versions published later are not in `eligible`.",
    }),
  }),
  response: StatusResponse,
  errors: ["validation_failed"],
  async handle({ services, principal, query: { extension, publishedBefore } }) {
    const asked = extension.map(parseAsked);
    const found: ExtensionStatus[] = [];
    for (const one of asked) {
      const row = await visibleOrNone(services, principal, one.name);
      if (row) found.push(await statusOf(services, row, one.version, publishedBefore));
    }
    return { extensions: found };
  },
});

function parseAsked(text: string): { name: string; version: string | undefined } {
  try {
    const { name, version } = parseExtensionReference(text);
    return {
      name: NameField.parse(name.full),
      version: version === undefined ? undefined : VersionField.parse(version),
    };
  } catch {
    throw new SvcError("validation_failed", `'${text}' is not an extension`, {
      hint: "Write @collective/name, or @collective/name@YYYY.MM.DD.N.",
    });
  }
}

async function visibleOrNone(
  { db }: Services,
  principal: Principal,
  name: string,
): Promise<ReadableExtension | undefined> {
  try {
    return await findReadable(db, principal, name, { told: true });
  } catch (error) {
    if (isSvcError(error) && error.code === "not_found") return undefined;
    throw error;
  }
}

async function statusOf(
  services: Services,
  readable: ReadableExtension,
  version: string | undefined,
  publishedBefore: string | undefined,
): Promise<ExtensionStatus> {
  const { extension } = readable;
  const { latestVersion, latestRc, latestBeta } = latestOf(extension);
  const latest = { stable: latestVersion, rc: latestRc, beta: latestBeta };
  const yanked = extension.yanked_at !== null;
  return {
    name: extension.name,
    yankedAt: extension.yanked_at,
    yankReason: yanked ? extension.yank_reason : null,
    deprecatedAt: extension.deprecated_at,
    deprecationReason: extension.deprecation_reason,
    supersededBy: extension.superseded_by,
    restriction: restrictionOf(extension),
    latest,
    eligible: publishedBefore === undefined || yanked
      ? latest
      : await newestBefore(services, readable, publishedBefore),
    installed: version === undefined ? null : await installedOf(services, readable, version),
  };
}

async function newestBefore(
  { db }: Services,
  readable: ReadableExtension,
  instant: string,
): Promise<ExtensionStatus["eligible"]> {
  const newest: ExtensionStatus["eligible"] = { stable: null, rc: null, beta: null };
  for (const channel of CHANNELS) {
    const row = await db.selectFrom("extension_version").select("version")
      .where("extension_id", "=", readable.extension.id).where(readBy(readable)).where(
        "channel",
        "=",
        channel,
      )
      .where("yanked_at", "is", null).where("published_at", "<=", instant)
      .orderBy("sort_key", "desc").limit(1).executeTakeFirst();
    newest[channel] = row?.version ?? null;
  }
  return newest;
}

async function installedOf(
  { db }: Services,
  readable: ReadableExtension,
  version: string,
): Promise<ExtensionStatus["installed"]> {
  const row = await db.selectFrom("extension_version")
    .select(["version", "channel", "published_at", "yanked_at", "yank_reason", "trust"])
    .select(RESTRICTION_COLUMNS)
    .where("extension_id", "=", readable.extension.id).where(readBy(readable))
    .where("version", "=", version).executeTakeFirst();
  if (!row) return null;
  const trust = readTrust(row.trust);
  return {
    version: row.version,
    channel: ChannelName.parse(row.channel),
    publishedAt: row.published_at,
    yankedAt: row.yanked_at,
    yankReason: row.yanked_at === null ? null : row.yank_reason,
    advisories: advisoriesOf(trust),
    trust: trust.outcome,
    restriction: restrictionOf(row),
  };
}
