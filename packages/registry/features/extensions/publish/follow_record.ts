import { parseContents } from "@svc/core/descriptor";
import { readManifest } from "@svc/core/manifest";
import type { Services } from "../../../access/services.ts";
import type { Db, Trx } from "../../../access/store/schema.ts";
import type { ExtensionRow } from "../../../access/store/extension_table.ts";
import { keepDependencies } from "../dependents/keep.ts";
import { keepSearchEntry } from "../index/entry.ts";
import { noteChange } from "../mirror/note.ts";
import { storeScore } from "../score/stored_score.ts";
import { forgetVerification } from "../score/verification.ts";
import { metadataColumns } from "./record.ts";
import { compareRank, latestColumns, type RankedVersion } from "./version_rank.ts";

/** An extension's record after a change of its versions. */
export interface Followed {
  extension: ExtensionRow;
  /** True when it now names another repository, which nobody has been asked about. */
  moved: boolean;
}

/**
 * Brings an extension's record in step with its versions: the newest of each channel and, when another
 * version now comes first by {@link compareRank}, that version's metadata and search words, and its
 * score; mirrors are told. As long as the same version comes first, what its owners edited stays.
 *
 * @param at when the versions were changed
 */
export async function followRecord(
  trx: Trx,
  { config }: Pick<Services, "config">,
  extensionId: string,
  at: Date,
): Promise<Followed> {
  const before = await trx.selectFrom("extension").selectAll().where("id", "=", extensionId)
    .executeTakeFirstOrThrow();
  const versions = await rankedVersions(trx, extensionId);
  const first = versions.sort(compareRank)[0];
  const taken = first === undefined || first.id === before.record_version_id
    ? undefined
    : await contentOf(trx, first.id);
  const metadata = taken && metadataColumns(taken.manifest, taken.contents);
  const moved = metadata !== undefined && metadata.repository !== before.repository;
  const extension = await trx.updateTable("extension").set({
    ...metadata,
    ...(taken ? { record_version_id: first!.id } : {}),
    ...(moved ? forgetVerification(before) : {}),
    ...latestColumns(versions),
    updated_at: at.toISOString(),
  }).where("id", "=", extensionId).returningAll().executeTakeFirstOrThrow();
  if (taken) {
    await keepDependencies(trx, extensionId, taken.manifest.dependencies);
    await keepSearchEntry(trx, extension.number, taken.contents);
  }
  await storeScore(trx, config, extensionId);
  await noteChange(trx, extensionId);
  return { extension, moved };
}

/** True when a version, once published, would be the one that the extension's record is of. */
export async function wouldLead(
  db: Db,
  extensionId: string,
  candidate: RankedVersion,
): Promise<boolean> {
  const versions = await rankedVersions(db, extensionId);
  return versions.every((version) => compareRank(candidate, version) < 0);
}

/** The versions that a record may be of: none that the operator has taken down. */
async function rankedVersions(db: Db, extensionId: string) {
  return await db.selectFrom("extension_version")
    .select(["id", "version", "channel", "sort_key", "yanked_at"])
    .where("extension_id", "=", extensionId).where("taken_down_at", "is", null).execute();
}

async function contentOf(trx: Trx, versionId: string) {
  const { manifest, descriptor } = await trx.selectFrom("extension_version")
    .select(["manifest", "descriptor"]).where("id", "=", versionId).executeTakeFirstOrThrow();
  const parsed = readManifest(manifest);
  return { manifest: parsed, contents: parseContents(descriptor, parsed.name) };
}
