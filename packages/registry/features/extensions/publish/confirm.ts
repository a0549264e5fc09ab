import { ChannelName, ConfirmRequest, ConfirmResponse } from "@svc/core/wire";
import { calVerSortKey } from "@svc/core/calver";
import type { Channel } from "@svc/core/channel";
import { SvcError } from "@svc/core/error";
import { POLICY } from "@svc/core/policy";
import type { z } from "zod";
import type { Principal } from "../../../access/credential/principal.ts";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import type { Services } from "../../../access/services.ts";
import { type Actor, actorOf } from "../record/actor.ts";
import { authorizeOwner } from "../../../access/extension/authorize.ts";
import { assess } from "../score/assess.ts";
import { scorecardOf } from "../score/scorecard.ts";
import { type VerificationState, verifyIfDue } from "../score/verification.ts";
import { uploadPath } from "../upload/store_upload.ts";
import type { Submission } from "../analysis/mod.ts";
import { commitPublication, type Published } from "./commit.ts";
import { extensionYanked, findPublished, versionExists } from "./conflicts.ts";
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
    "archive_invalid",
    "archive_too_large",
    "archive_unsafe",
    "manifest_invalid",
    "rule_refused",
    "storage_full",
    "conflict",
    "unavailable",
    "not_found",
  ],
  async handle(call) {
    const { services, body, principal } = call;
    const { collective } = await authorizeOwner(
      services.db,
      principal,
      POLICY["extensions.confirm"],
      body.name,
    );
    const actor = actorOf(principal);
    const published = await publishUpload(services, body, collective.id, principal);
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
        actorUserId: actor.userId,
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
  collectiveId: string,
  principal: Principal,
): Promise<Published> {
  const actor = actorOf(principal);
  const upload = await findUpload(services, body, actor);
  const known = await findPublished(services.db, body.name, body.version);
  if (known?.yanked_at) throw extensionYanked(body.name, known.yank_reason);
  if (known?.checksum) return await alreadyPublished(services, known.id, body, upload?.checksum);
  if (!upload) {
    throw new SvcError(
      "upload_missing",
      `No archive of ${body.name}@${body.version} was uploaded`,
      {
        hint: "Announce the version and upload its archive within 15 minutes before confirming.",
      },
    );
  }
  const path = uploadPath(services, upload.id);
  const opened = await services.analyst.open(path, body);
  const { submission } = opened;
  const storing = storeArchive(services, path, submission.checksum);
  const { asked, repositoryGeneration } = await askedRepository(services, body, submission);
  const [assessment, verification] = await Promise.all([
    assess(services, opened, services.evidence),
    verifyIfDue(services, asked),
    storing,
  ]).finally(() => storing.catch(() => {}));
  return await commitPublication(services, {
    submission,
    channel: channelOf(body),
    releaseNotes: body.releaseNotes,
    assessment,
    verification,
    repositoryGeneration,
    collectiveId,
    principal,
    actor,
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
async function storeArchive({ blobs }: Services, path: string, checksum: string): Promise<void> {
  const bytes = await Deno.readFile(path);
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
  if (found !== checksum) {
    throw new SvcError("conflict", "Another archive was uploaded while this one was confirmed", {
      hint: "Push again, one push at a time.",
    });
  }
  await blobs.put(checksum, bytes);
}

/** The caller's newest upload of that version whose bytes arrived. */
async function findUpload(
  { db, now }: Services,
  { name, version }: Confirmation,
  actor: Actor,
): Promise<{ id: string; checksum: string } | undefined> {
  const row = await db.selectFrom("upload").select(["id", "checksum"])
    .where("name", "=", name).where("version", "=", version).where("actor", "=", actor.key)
    .where("checksum", "is not", null).where("expires_at", ">", now().toISOString())
    .orderBy("created_at", "desc").executeTakeFirst();
  return row?.checksum ? { id: row.id, checksum: row.checksum } : undefined;
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
