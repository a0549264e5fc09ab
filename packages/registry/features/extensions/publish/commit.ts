import { parseContents } from "@svc/core/descriptor";
import { readManifest } from "@svc/core/manifest";
import type { PublishedByRun } from "@svc/core/wire";
import type { AuthorColumns } from "../../../access/author/author.ts";
import type { Principal } from "../../../access/credential/principal.ts";
import { notify } from "../../notification/notify.ts";
import type { Services } from "../../../access/services.ts";
import { nameArchive } from "../archive/store_archive.ts";
import type { Trx } from "../../../access/store/schema.ts";
import type { ExtensionRow } from "../../../access/store/extension_table.ts";
import { bundleDigest } from "../provenance/digest.ts";
import { insertProvenance } from "../provenance/claim.ts";
import { reportName, takeName, type WantedBy } from "../name/take.ts";
import type { VersionRow } from "../record/tables.ts";
import type { Actor } from "../../../access/audit/actor.ts";
import { recordEvent } from "../../../access/audit/record.ts";
import { queueOpenLookups } from "../score/open_lookups.ts";
import { applyVerification, UNVERIFIED } from "../score/verification.ts";
import { assertOpen, versionExists } from "./conflicts.ts";
import { followRecord } from "./follow_record.ts";
import type { Prepared } from "./prepare.ts";
import { settleWaiting } from "../staged/waiting.ts";
import { metadataColumns } from "./record.ts";
import { inTransaction } from "../../../platform/store/transaction.ts";

/** Who publishes, and for which collective. */
export interface Publisher {
  collectiveId: string;
  /** Whose version it is: the person or the token that uploaded it. */
  actor: Actor;
  /** The run of a CI job that uploaded it; undefined where it was none. */
  byRun?: PublishedByRun | undefined;
  /** Who is the author of an extension that is new. */
  author: AuthorColumns;
  /** As whom a name is asked for. */
  wants: WantedBy;
  /** Who made it public, whom nobody has to tell; absent when the registry did by itself. */
  by?: Principal;
  /** Makes sure, inside the transaction, that it may be published still, and keeps that true. */
  right(trx: Trx): Promise<void>;
}

/** Everything a version is published from; its archive is in the blob store already. */
export interface Publication extends Publisher, Prepared {
  /** The staged version that it is; absent for a push. */
  stagedId?: string;
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
 * @throws SvcError as {@link publishIn}
 */
export async function commitPublication(
  services: Services,
  publication: Publication,
): Promise<Published> {
  return await inTransaction(services.db, (trx) => publishIn(trx, services, publication));
}

/**
 * The same in a transaction of the caller's.
 *
 * @throws SvcError `version_exists` for other bytes under that version, `version_staged`,
 *   `extension_yanked`, and what
 *   {@link takeName}, {@link nameArchive} and the publisher's `right` throw, which may have gone
 *   while the archive was analysed
 */
export async function publishIn(
  trx: Trx,
  services: Services,
  publication: Publication,
): Promise<Published> {
  const { name, content, collectiveId } = publication;
  const { version: number, checksum } = content;
  await publication.right(trx);
  const before = await trx.selectFrom("extension").selectAll()
    .where("name", "=", name).executeTakeFirst();
  if (before) assertOpen(before.name, before);
  const known = before && await trx.selectFrom("extension_version").selectAll()
    .where("extension_id", "=", before.id).where("version", "=", number)
    .executeTakeFirst();
  if (known && known.checksum !== checksum) throw versionExists(name, number, known.yanked_at);
  const at = services.now().toISOString();
  await settleWaiting(trx, { name, version: number, checksum, stagedId: publication.stagedId, at });
  if (before && known) {
    return { extension: before, version: known, alreadyPublished: true, changed: [] };
  }
  const wanted = { name, collectiveId, ...publication.wants };
  const like = before === undefined ? await takeName(trx, services, wanted) : undefined;
  await nameArchive(trx, publication.archive);
  const extensionId = before?.id ?? await insertExtension(trx, services, publication);
  if (like) await reportName(trx, services, { extensionId, name }, like);
  const version = await insertVersion(trx, services, publication, extensionId);
  if (publication.provenance) {
    await insertProvenance(trx, publication.provenance, { versionId: version.id, collectiveId });
  }
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
    collectiveId,
    extensionId,
    actor: publication.actor,
    details: { version: number, channel: content.channel, checksum, ...publication.byRun },
    ...(publication.provenance === undefined
      ? {}
      : { logged: { provenance: bundleDigest(publication.provenance.bundle) } }),
  });
  await notify(trx, {
    kind: "version_published",
    collectiveId,
    ...(publication.by === undefined ? {} : { actor: publication.by }),
    at: services.now(),
    extension: name,
    version: number,
  });
  return {
    extension: changed.length === 0 ? extension : await reread(trx, extensionId),
    version,
    alreadyPublished: false,
    changed: [name, ...changed],
  };
}

async function insertExtension(
  trx: Trx,
  { now }: Services,
  { name, content, collectiveId, author }: Publication,
): Promise<string> {
  const manifest = readManifest(content.manifest);
  const id = crypto.randomUUID();
  const at = now().toISOString();
  await trx.insertInto("extension").values({
    id,
    name,
    collective_id: collectiveId,
    ...metadataColumns(manifest, parseContents(content.descriptor, name)),
    ...UNVERIFIED,
    latest_stable: null,
    latest_rc: null,
    latest_beta: null,
    record_version_id: null,
    ...author,
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
  trx: Trx,
  { now }: Services,
  { content, actor, byRun, provenance }: Publication,
  extensionId: string,
): Promise<VersionRow> {
  return await trx.insertInto("extension_version").values({
    ...content,
    id: crypto.randomUUID(),
    extension_id: extensionId,
    provenance_kind: provenance?.kind ?? null,
    published_at: now().toISOString(),
    published_by_user_id: actor.userId,
    published_by_token_id: actor.tokenId,
    published_by_run: byRun === undefined ? null : JSON.stringify(byRun),
    yanked_at: null,
    yank_reason: null,
  }).returningAll().executeTakeFirstOrThrow();
}

async function reread(trx: Trx, id: string): Promise<ExtensionRow> {
  return await trx.selectFrom("extension").selectAll().where("id", "=", id)
    .executeTakeFirstOrThrow();
}
