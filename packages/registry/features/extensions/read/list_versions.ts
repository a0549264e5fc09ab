import {
  ChannelName,
  type ProvenanceSummary,
  PublishedByRun,
  type VersionEntry,
  VersionsResponse,
} from "@svc/core/wire";
import { z } from "zod";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import {
  RESTRICTION_CODES,
  RESTRICTION_COLUMNS,
  restrictionOf,
} from "../../../access/extension/restriction.ts";
import type { Services } from "../../../access/services.ts";
import { OF_EXTENSION } from "../../../access/response_cache/mod.ts";
import { SUMMARY_COLUMNS, summaryOf } from "../provenance/summary.ts";
import { nameParams, pageQuery } from "../record/params.ts";
import type { RestrictionColumns } from "../../../access/store/extension_table.ts";
import type { VersionRow } from "../record/tables.ts";
import { findReadable, readBy } from "./readable.ts";

/** `GET /api/v1/extensions/{name}/versions`: newest first, yanked ones marked. */
export const listVersions = defineEndpoint({
  key: "extensions.versions",
  params: nameParams,
  query: z.strictObject({ ...pageQuery, channel: z.array(ChannelName).optional() }),
  response: VersionsResponse,
  errors: ["not_found", ...RESTRICTION_CODES],
  cache: { ...OF_EXTENSION, free: true },
  async handle({ services, principal, params, query }) {
    const readable = await findReadable(services.db, principal, params.name);
    return await versionsOf(services, readable.extension.id, { ...query, only: readBy(readable) });
  },
});

/** A page of an extension's versions, newest first; all channels unless some are asked for. */
export async function versionsOf(
  { db }: Pick<Services, "db">,
  extensionId: string,
  { page, perPage, channel, only }: {
    page: number;
    perPage: number;
    channel?: readonly string[] | undefined;
    /** Which of them, when not all are read. */
    only?: ReturnType<typeof readBy>;
  },
): Promise<VersionsResponse> {
  const matching = db.selectFrom("extension_version").where("extension_id", "=", extensionId)
    .$if(only !== undefined, (query) => query.where(only!))
    .$if(channel !== undefined, (query) => query.where("channel", "in", [...channel!]));
  const [rows, { total }] = await Promise.all([
    matching.leftJoin("provenance", "provenance.version_id", "extension_version.id").select([
      ...["version", "channel", "published_at", "yanked_at", "yank_reason"] as const,
      ...["verified_by_svc", "packed_bytes", "published_by_run"] as const,
      ...RESTRICTION_COLUMNS,
      ...SUMMARY_COLUMNS,
    ])
      .orderBy("sort_key", "desc").limit(perPage).offset((page - 1) * perPage).execute(),
    matching.select((builder) => builder.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow(),
  ]);
  return {
    versions: rows.map((row) => versionEntryOf(row, summaryOf(row))),
    meta: { total: Number(total), page, perPage },
  };
}

/** A stored version as lists show it. */
export function versionEntryOf(
  row: Pick<
    VersionRow,
    | ("version" | "channel" | "published_at" | "yanked_at" | "yank_reason")
    | ("verified_by_svc" | "packed_bytes" | "published_by_run" | keyof RestrictionColumns)
  >,
  provenance?: ProvenanceSummary | null,
): VersionEntry {
  return {
    version: row.version,
    channel: ChannelName.parse(row.channel),
    publishedAt: row.published_at,
    yankedAt: row.yanked_at,
    yankReason: row.yanked_at === null ? null : row.yank_reason,
    verifiedBySvc: row.verified_by_svc === 1,
    archiveSize: row.packed_bytes,
    restriction: restrictionOf(row),
    provenance,
    ...(row.published_by_run === null
      ? {}
      : { publishedByRun: PublishedByRun.parse(JSON.parse(row.published_by_run)) }),
  };
}
