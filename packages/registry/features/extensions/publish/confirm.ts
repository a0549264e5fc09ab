import { ChannelName, ConfirmRequest, ConfirmResponse } from "@svc/core/wire";
import { calVerSortKey } from "@svc/core/calver";
import type { Channel } from "@svc/core/channel";
import { SvcError } from "@svc/core/error";
import { POLICY } from "@svc/core/policy";
import type { z } from "zod";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import type { Services } from "../../../access/services.ts";
import { storeArchive, type StoredArchive } from "../archive/store_archive.ts";
import { actorOf } from "../../../access/audit/actor.ts";
import { authorizeOwner } from "../../../access/extension/authorize.ts";
import { RESTRICTION_CODES } from "../../../access/extension/restriction.ts";
import { assess } from "../score/assess.ts";
import { scorecardOf } from "../score/scorecard.ts";
import type { VerificationState } from "../score/stored_verification.ts";
import { verifyIfDue } from "../score/verification.ts";
import { finishUpload, uploadedChecksum } from "../upload/finish_upload.ts";
import { type LaidUpload, layUpload } from "../upload/lay_upload.ts";
import type { Submission } from "../analysis/mod.ts";
import { commitPublication, type Published, type Publisher } from "./commit.ts";
import { assertOpen, findPublished, versionExists } from "./conflicts.ts";
import { wouldLead } from "./follow_record.ts";
import type {} from "../analysis/analyst.ts";
import type {} from "../score/evidence_cache.ts";

/** A checked confirmation. */
type Confirmation = z.output<typeof ConfirmRequest>;

/** `POST /api/v1/extensions/confirm`: publishes the uploaded archive and returns its scorecard. */
export const confirm = defineEndpoint({
  key: "extensions.confirm",
  body: ConfirmRequest,
  response: ConfirmResponse,
  errors: [
    "upload_missing",
    "version_exists",
    "extension_yanked",
    ...RESTRICTION_CODES,
    "archive_invalid",
    "archive_too_large",
    "archive_unsafe",
    "manifest_invalid",
    "rule_refused",
    "invalid_name",
    "name_reserved",
    "name_too_close",
    "name_held",
    "extension_moved",
    "storage_full",
    "conflict",
    "unavailable",
    "not_found",
  ],
  async handle(call) {
    const { services, body, principal } = call;
    const { collective } = await authorizeOwner(
      services,
      principal,
      POLICY["extensions.confirm"],
      body.name,
    );
    const publisher = { collectiveId: collective.id, principal, actor: actorOf(call) };
    const published = await publishUpload(services, body, publisher);
    const { extension, version, alreadyPublished, changed } = published;
    for (const name of changed) {
      services.events.emit("extension.changed", { extensionId: extension.id, name });
    }
    if (!alreadyPublished) {
      services.events.emit("version.published", {
        extensionId: extension.id,
        name: extension.name,
        version: version.version,
        collectiveId: collective.id,
        actorUserId: publisher.actor.userId,
      });
      services.log.info("version.published", { name: extension.name, version: version.version });
    }
    return {
      extensionId: extension.id,
      name: extension.name,
      version: version.version,
      channel: ChannelName.parse(version.channel),
      checksum: version.checksum,
      alreadyPublished,
      isPrivate: collective.private,
      scorecard: scorecardOf(services.config, extension, version),
    };
  },
});

async function publishUpload(
  services: Services,
  body: Confirmation,
  publisher: Publisher,
): Promise<Published> {
  const { actor } = publisher;
  const known = await findPublished(services.db, body.name, body.version);
  if (known) assertOpen(body.name, known);
  await using upload = await layUpload(services, body, actor);
  const checksum = upload?.checksum ?? await uploadedChecksum(services, body, actor);
  if (known?.checksum) {
    const before = await alreadyPublished(services, known.id, body, checksum);
    if (upload) await repairArchive(services, upload);
    return before;
  }
  try {
    if (!upload) throw uploadMissing(body);
    const publication = await analyseAndCommit(services, body, publisher, upload);
    await finishUpload(services, upload);
    return publication;
  } catch (error) {
    // Another confirmation of the same upload was faster, and has removed its bytes.
    const meanwhile = await findPublished(services.db, body.name, body.version);
    if (!meanwhile?.checksum || meanwhile.checksum !== checksum) throw error;
    const before = await alreadyPublished(services, meanwhile.id, body, checksum);
    // It may be this one that has committed it, and nobody was told.
    return { ...before, changed: [body.name] };
  }
}

function uploadMissing({ name, version }: Confirmation): SvcError {
  return new SvcError("upload_missing", `No archive of ${name}@${version} was uploaded`, {
    hint: "Announce the version and upload its archive within 15 minutes before confirming.",
  });
}

async function analyseAndCommit(
  services: Services,
  body: Confirmation,
  publisher: Publisher,
  upload: LaidUpload,
): Promise<Published> {
  const opened = await services.analyst.open(upload.path, body);
  const { submission } = opened;
  const storing = storeUploaded(services, upload.path, submission.checksum);
  // It may fail before it is waited for, which would end the process.
  storing.catch(() => {});
  const { asked, repositoryGeneration } = await askedRepository(services, body, submission);
  const [assessment, verification, archive] = await Promise.all([
    assess(services, opened, services.evidence),
    verifyIfDue(services, asked),
    storing,
  ]).finally(() => storing.catch(() => {}));
  return await commitPublication(services, {
    submission,
    archive,
    channel: channelOf(body),
    releaseNotes: body.releaseNotes,
    assessment,
    verification,
    repositoryGeneration,
    ...publisher,
  });
}

/**
 * The repository that the record will name once this version is published: the version's own, or,
 * when another version goes on leading the record, the one that stands there.
 */
async function askedRepository(
  { db }: Services,
  body: Confirmation,
  { manifest }: Submission,
): Promise<{ asked: VerificationState; repositoryGeneration: number }> {
  const repository = manifest.repository ?? null;
  const stored = await db.selectFrom("extension")
    .select(["id", "repository", "verification", "repository_generation"])
    .where("name", "=", body.name).executeTakeFirst();
  if (!stored) return { asked: { repository, verification: null }, repositoryGeneration: 0 };
  const standing = {
    channel: channelOf(body),
    sort_key: calVerSortKey(manifest.version),
    yanked_at: null,
  };
  return {
    asked: await wouldLead(db, stored.id, standing) ? { ...stored, repository } : stored,
    repositoryGeneration: stored.repository_generation,
  };
}

function channelOf({ channel }: Confirmation): Channel {
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

/** The same bytes pushed again bring back an archive that the store has lost or damaged. */
async function repairArchive(services: Services, upload: LaidUpload): Promise<void> {
  const { checksum, path } = upload;
  const state = await services.blobs.check(checksum);
  if (state !== "whole") {
    await services.blobs.put(checksum, await uploadedBytes(path, checksum));
    services.log.info("archive.repaired", { checksum, was: state });
  }
  await finishUpload(services, upload);
}

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

/** A repeated confirmation of the same bytes changes nothing and answers as the first did. */
async function alreadyPublished(
  { db }: Services,
  extensionId: string,
  { name, version }: Confirmation,
  checksum: string | undefined,
): Promise<Published> {
  const row = await db.selectFrom("extension_version").selectAll()
    .where("extension_id", "=", extensionId).where("version", "=", version)
    .executeTakeFirstOrThrow();
  if (row.checksum !== checksum) throw versionExists(name, version);
  const extension = await db.selectFrom("extension").selectAll().where("id", "=", extensionId)
    .executeTakeFirstOrThrow();
  return { extension, version: row, alreadyPublished: true, changed: [] };
}
