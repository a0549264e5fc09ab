import type { Channel } from "@svc/core/channel";
import { calVerSortKey } from "@svc/core/calver";
import type { Verification } from "@svc/scorecard/verification";
import type { Transaction } from "kysely";
import { authorOf } from "../../../access/author/author.ts";
import type { Principal } from "../../../access/credential/principal.ts";
import { notify } from "../../notification/notify.ts";
import type { Services } from "../../../access/services.ts";
import { nameArchive, type StoredArchive } from "../archive/store_archive.ts";
import { holdRight } from "../../../access/membership/hold_right.ts";
import type { Schema } from "../../../access/store/schema.ts";
import type { ExtensionRow } from "../../../access/store/extension_table.ts";
import { reportName, takeName } from "../name/take.ts";
import type { VersionRow } from "../record/tables.ts";
import type { Actor } from "../../../access/audit/actor.ts";
import { recordEvent } from "../../../access/audit/record.ts";
import type { Submission } from "../analysis/mod.ts";
import type { Assessment } from "../score/assess.ts";
import { queueOpenLookups } from "../score/open_lookups.ts";
import { applyVerification, UNVERIFIED } from "../score/verification.ts";
import { assertOpen, versionExists } from "./conflicts.ts";
import { followRecord } from "./follow_record.ts";
import { metadataColumns } from "./record.ts";
import { inTransaction } from "../../../platform/store/transaction.ts";

/** Who publishes, and for which collective. */
export interface Publisher {
  collectiveId: string;
  principal: Principal;
  actor: Actor;
}

/** Everything a version is published from; its archive is in the blob store already. */
export interface Publication extends Publisher {
  submission: Submission;
  archive: StoredArchive;
  channel: Channel;
  releaseNotes: string | undefined;
  assessment: Assessment;
  /** A fresh answer about the repository, or undefined when the stored one stands. */
  verification: Verification | undefined;
  /** Generation of the record's repository when that was asked; 0 for a new extension. */
  repositoryGeneration: number;
}

/** What was published, or had been before. */
export interface Published {
  extension: ExtensionRow;
  version: VersionRow;
  alreadyPublished: boolean;
  /** Names of all extensions whose record changed. */
  changed: string[];
}

/**
 * Publishes a version in one transaction: its row and facts, the extension's record, the newest
 * version of each channel, the search row, the event. All of it is visible at once or not at all.
 *
 * @throws SvcError `version_exists` for other bytes under that version, `extension_yanked`, and what
 *   {@link takeName}, {@link nameArchive} and {@link holdRight} throw, when the publisher's right has gone while the archive was analysed
 */
export async function commitPublication(
  services: Services,
  publication: Publication,
): Promise<Published> {
  return await inTransaction(services.db, async (trx) => {
    const { submission: { manifest, checksum }, principal, collectiveId } = publication;
    await holdRight(services, trx, principal, "extensions.confirm", collectiveId);
    const before = await trx.selectFrom("extension").selectAll()
      .where("name", "=", manifest.name).executeTakeFirst();
    if (before) assertOpen(before.name, before);
    const known = before && await trx.selectFrom("extension_version").selectAll()
      .where("extension_id", "=", before.id).where("version", "=", manifest.version)
      .executeTakeFirst();
    if (before && known) {
      if (known.checksum !== checksum) throw versionExists(manifest.name, manifest.version);
      return { extension: before, version: known, alreadyPublished: true, changed: [] };
    }
    const wanted = { name: manifest.name, principal, collectiveId };
    const like = before === undefined ? await takeName(trx, services, wanted) : undefined;
    await nameArchive(trx, publication.archive);
    const extensionId = before?.id ?? await insertExtension(trx, services, publication);
    if (like) await reportName(trx, services, { extensionId, name: manifest.name }, like);
    const version = await insertVersion(trx, services, publication, extensionId);
    const { extension, moved } = await followRecord(trx, services, extensionId, services.now());
    const repository_generation = publication.repositoryGeneration + (moved ? 1 : 0);
    const changed = publication.verification
      ? await applyVerification(
        trx,
        services.config,
        { id: extensionId, repository_generation },
        publication.verification,
      )
      : [];
    await queueOpenLookups(trx, services, version.id);
    await recordEvent(trx, {
      at: services.now(),
      action: "published",
      collectiveId: publication.collectiveId,
      extensionId,
      actor: publication.actor,
      details: { version: manifest.version, channel: publication.channel, checksum },
    });
    await notify(trx, {
      kind: "version_published",
      collectiveId: publication.collectiveId,
      actor: publication.principal,
      at: services.now(),
      extension: manifest.name,
      version: manifest.version,
    });
    return {
      extension: changed.length === 0 ? extension : await reread(trx, extensionId),
      version,
      alreadyPublished: false,
      changed: [manifest.name, ...changed],
    };
  });
}

async function insertExtension(
  trx: Transaction<Schema>,
  { now }: Services,
  { submission: { manifest, contents }, collectiveId, principal }: Publication,
): Promise<string> {
  const id = crypto.randomUUID();
  const at = now().toISOString();
  await trx.insertInto("extension").values({
    id,
    name: manifest.name,
    collective_id: collectiveId,
    ...metadataColumns(manifest, contents),
    ...UNVERIFIED,
    latest_stable: null,
    latest_rc: null,
    latest_beta: null,
    record_version_id: null,
    ...authorOf(principal),
    created_at: at,
    updated_at: at,
    yanked_at: null,
    yank_reason: null,
    deprecated_at: null,
    deprecated_by_user_id: null,
    deprecation_reason: null,
    superseded_by: null,
  }).execute();
  return id;
}

async function insertVersion(
  trx: Transaction<Schema>,
  { now }: Services,
  { submission, channel, releaseNotes, assessment, actor }: Publication,
  extensionId: string,
): Promise<VersionRow> {
  const { facts, trust } = assessment;
  return await trx.insertInto("extension_version").values({
    id: crypto.randomUUID(),
    extension_id: extensionId,
    version: submission.manifest.version,
    sort_key: calVerSortKey(submission.manifest.version),
    channel,
    checksum: submission.checksum,
    packed_bytes: submission.packedBytes,
    unpacked_bytes: submission.unpackedBytes,
    file_count: submission.fileCount,
    manifest: JSON.stringify(submission.manifest),
    descriptor: JSON.stringify(submission.contents),
    readme: submission.readme,
    release_notes: releaseNotes ?? null,
    rubric_version: facts.rubricVersion,
    facts: JSON.stringify(facts),
    trust: JSON.stringify(trust),
    published_at: now().toISOString(),
    published_by_user_id: actor.userId,
    published_by_token_id: actor.tokenId,
    yanked_at: null,
    yank_reason: null,
  }).returningAll().executeTakeFirstOrThrow();
}

async function reread(trx: Transaction<Schema>, id: string): Promise<ExtensionRow> {
  return await trx.selectFrom("extension").selectAll().where("id", "=", id)
    .executeTakeFirstOrThrow();
}
