import { readManifest } from "@svc/core/manifest";
import { ChannelName } from "@svc/core/wire";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import { OF_EXTENSION } from "../../../access/response_cache/mod.ts";
import { findReadable, readBy } from "./readable.ts";
import { SUMMARY_COLUMNS, summaryOf } from "../provenance/summary.ts";
import { nameParams } from "../record/params.ts";
import { numberPending } from "../mirror/number.ts";
import { IndexDocument } from "../mirror/schema.ts";
import { RESTRICTION_CODES } from "../../../access/extension/restriction.ts";

/** `GET /index/{name}.json`: every version of an extension with what a mirror needs of it. */
export const getDocument = defineEndpoint({
  key: "index.document",
  params: nameParams,
  response: IndexDocument,
  errors: ["not_found", ...RESTRICTION_CODES],
  description:
    "Includes yanked versions, as a lockfile may name them, but not those that were taken down.",
  cache: OF_EXTENSION,
  async handle({ services: { db }, principal, params: { name } }) {
    await numberPending(db);
    // Before all else is read: a change that comes in between is told with a greater number.
    const change = await db.selectFrom("index_change").select("serial").where("name", "=", name)
      .executeTakeFirst();
    const readable = await findReadable(db, principal, name);
    const { extension } = readable;
    const rows = await db.selectFrom("extension_version")
      .leftJoin("provenance", "provenance.version_id", "extension_version.id")
      .select(["version", "channel", "published_at", "checksum", "packed_bytes", "manifest"])
      .select(["yanked_at", "yank_reason", ...SUMMARY_COLUMNS])
      .where("extension_id", "=", extension.id).where(readBy(readable))
      .where("taken_down_at", "is", null)
      .orderBy("sort_key").execute();
    const isYanked = extension.yanked_at !== null;
    return {
      name,
      serial: change?.serial ?? null,
      channels: {
        stable: isYanked ? null : extension.latest_stable,
        rc: isYanked ? null : extension.latest_rc,
        beta: isYanked ? null : extension.latest_beta,
      },
      yankedAt: extension.yanked_at,
      yankReason: isYanked ? extension.yank_reason : null,
      deprecatedAt: extension.deprecated_at,
      supersededBy: extension.superseded_by,
      versions: rows.map((row) => ({
        version: row.version,
        channel: ChannelName.parse(row.channel),
        publishedAt: row.published_at,
        checksum: row.checksum,
        bytes: row.packed_bytes,
        dependencies: readManifest(row.manifest).dependencies,
        yankedAt: row.yanked_at,
        yankReason: row.yanked_at === null ? null : row.yank_reason,
        provenance: summaryOf(row),
      })),
    };
  },
});
