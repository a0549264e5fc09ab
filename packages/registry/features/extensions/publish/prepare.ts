import { calVerSortKey } from "@svc/core/calver";
import type { Channel } from "@svc/core/channel";
import { SvcError } from "@svc/core/error";
import type { Verification } from "@svc/scorecard/verification";
import { RESTRICTION_CODES } from "../../../access/extension/restriction.ts";
import type { Services } from "../../../access/services.ts";
import type { Submission } from "../analysis/mod.ts";
import { storeArchive, type StoredArchive } from "../archive/store_archive.ts";
import { claimOf, columnsOf } from "../provenance/claim.ts";
import type { ProvenanceColumns } from "../provenance/tables.ts";
import { assess } from "../score/assess.ts";
import type { VerificationState } from "../score/stored_verification.ts";
import { verifyIfDue } from "../score/verification.ts";
import { finishUpload } from "../upload/finish_upload.ts";
import type { LaidUpload } from "../upload/lay_upload.ts";
import type { ContentColumns } from "../record/tables.ts";
import { wouldLead } from "./follow_record.ts";
import type {} from "../score/evidence_cache.ts";

/** How an upload may be refused once it is there, whether it is published or waits for approval. */
export const UPLOAD_ERRORS = [
  "no_publisher",
  "trusted_publishing_only",
  "upload_missing",
  "checksum_mismatch",
  "version_exists",
  "version_staged",
  "extension_yanked",
  ...RESTRICTION_CODES,
  "archive_invalid",
  "archive_too_large",
  "archive_unsafe",
  "provenance_invalid",
  "manifest_invalid",
  "rule_refused",
  "invalid_name",
  "name_reserved",
  "name_too_close",
  "extension_moved",
  "storage_full",
  "conflict",
  "unavailable",
  "not_found",
] as const;

/** What a push says of the version whose archive it uploaded. */
export interface Announcement {
  name: string;
  version: string;
  /** Stable where it is absent. */
  channel?: Exclude<Channel, "stable"> | undefined;
  releaseNotes?: string | undefined;
  /** The bundle over a statement of where it came from. */
  provenance?: string | undefined;
}

/** An uploaded version that was checked and scored: all but who publishes it. */
export interface Prepared {
  name: string;
  /** The version's row, as it will be stored. */
  content: ContentColumns;
  archive: StoredArchive;
  /** Where it came from, as a verified statement says. */
  provenance: ProvenanceColumns | undefined;
  /** A fresh answer about the repository, or undefined when the stored one stands. */
  verification: Verification | undefined;
  /** Generation of the record's repository when that was asked; 0 for a new extension. */
  repositoryGeneration: number;
}

/**
 * Reads, checks, stores and scores an uploaded archive. No version names it yet.
 *
 * @param collectiveId whose version it becomes, and whose keys may sign it
 * @throws SvcError as the analyst; `conflict` when other bytes were uploaded meanwhile;
 *   `storage_full`, `unavailable`
 */
export async function prepare(
  services: Services,
  announced: Announcement,
  upload: Pick<LaidUpload, "path">,
  collectiveId: string,
): Promise<Prepared> {
  const { provenance: bundle } = announced;
  const claim = bundle === undefined ? undefined : await claimOf(services, collectiveId, bundle);
  const opened = await services.analyst.open(upload.path, announced, claim);
  const { submission } = opened;
  const storing = storeUploaded(services, upload.path, submission.checksum);
  // It may fail before it is waited for, which would end the process.
  storing.catch(() => {});
  const { asked, repositoryGeneration } = await askedRepository(services, announced, submission);
  const [{ facts, trust }, verification, archive] = await Promise.all([
    assess(services, opened, services.evidence),
    verifyIfDue(services, asked),
    storing,
  ]).finally(() => storing.catch(() => {}));
  return {
    name: submission.manifest.name,
    content: {
      version: submission.manifest.version,
      sort_key: calVerSortKey(submission.manifest.version),
      channel: channelOf(announced),
      checksum: submission.checksum,
      packed_bytes: submission.packedBytes,
      unpacked_bytes: submission.unpackedBytes,
      file_count: submission.fileCount,
      manifest: JSON.stringify(submission.manifest),
      descriptor: JSON.stringify(submission.contents),
      readme: submission.readme,
      release_notes: announced.releaseNotes ?? null,
      rubric_version: facts.rubricVersion,
      facts: JSON.stringify(facts),
      trust: JSON.stringify(trust),
    },
    archive,
    provenance: bundle === undefined || opened.provenance === undefined
      ? undefined
      : columnsOf(bundle, opened.provenance, services.now()),
    verification,
    repositoryGeneration,
  };
}

/** The bytes of an upload. @throws SvcError `conflict` when they are other ones by now */
async function uploadedBytes(path: string, checksum: string): Promise<Uint8Array> {
  const bytes = await Deno.readFile(path);
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
  if (found !== checksum) {
    throw new SvcError("conflict", "Another archive was uploaded while this one was confirmed", {
      hint: "Push again, one push at a time.",
    });
  }
  return bytes;
}

/** The same bytes pushed again bring back an archive that the store has lost or damaged. */
export async function repairArchive(services: Services, upload: LaidUpload): Promise<void> {
  const { checksum, path } = upload;
  const state = await services.blobs.check(checksum);
  if (state !== "whole") {
    await services.blobs.put(checksum, await uploadedBytes(path, checksum));
    services.log.info("archive.repaired", { checksum, was: state });
  }
  await finishUpload(services, upload);
}

/**
 * The repository that the record will name once this version is published: the version's own, or,
 * when another version goes on leading the record, the one that stands there.
 */
async function askedRepository(
  { db }: Services,
  announced: Announcement,
  { manifest }: Submission,
): Promise<{ asked: VerificationState; repositoryGeneration: number }> {
  const repository = manifest.repository ?? null;
  const stored = await db.selectFrom("extension")
    .select(["id", "repository", "verification", "repository_generation"])
    .where("name", "=", announced.name).executeTakeFirst();
  if (!stored) return { asked: { repository, verification: null }, repositoryGeneration: 0 };
  const standing = {
    channel: channelOf(announced),
    sort_key: calVerSortKey(manifest.version),
    yanked_at: null,
  };
  return {
    asked: await wouldLead(db, stored.id, standing) ? { ...stored, repository } : stored,
    repositoryGeneration: stored.repository_generation,
  };
}

function channelOf({ channel }: Announcement): Channel {
  return channel ?? "stable";
}

/** Keeps the archive that was analysed; a version names it only once all else went well. */
async function storeUploaded(
  services: Services,
  path: string,
  checksum: string,
): Promise<StoredArchive> {
  return await storeArchive(services, checksum, await uploadedBytes(path, checksum));
}
