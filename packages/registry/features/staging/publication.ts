import type { Verification } from "@svc/scorecard/verification";
import { Evidence } from "@svc/core/approval";
import type { PublishedByRun } from "@svc/core/wire";
import { SvcError } from "@svc/core/error";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { type Actor, NOBODY } from "../../access/audit/actor.ts";
import type { Principal } from "../../access/credential/principal.ts";
import { noteEvent } from "../../access/registry_log/note.ts";
import type { Services } from "../../access/services.ts";
import type { Trx } from "../../access/store/schema.ts";
import type { Published } from "../extensions/publish/commit.ts";
import { publishIn } from "../extensions/publish/commit.ts";
import { assertMayPublish } from "../publishing/setting.ts";
import type { ProvenanceColumns } from "../extensions/provenance/tables.ts";
import type { StagedRow } from "../extensions/record/staged_tables.ts";

/**
 * Publishes a staged version by the code that a confirmed push uses: the stored bytes, facts and score,
 * as its stager's. Must run in the transaction that holds the right to.
 *
 * @param by who decided it; absent when its time has come
 * @throws SvcError as `publishIn`
 */
export async function publishStaged(
  trx: Trx,
  services: Services,
  row: StagedRow,
  by?: Principal,
): Promise<Published> {
  const { id, collective_id, extension_name, verification, repository_generation } = row;
  if (row.staged_by_run === null) await assertUntrusted(trx, row);
  const { storing } = await trx.selectFrom("archive").select("storing")
    .where("checksum", "=", row.checksum).executeTakeFirstOrThrow();
  const published = await publishIn(trx, services, {
    name: extension_name,
    content: {
      version: row.version,
      sort_key: row.sort_key,
      channel: row.channel,
      checksum: row.checksum,
      packed_bytes: row.packed_bytes,
      unpacked_bytes: row.unpacked_bytes,
      file_count: row.file_count,
      manifest: row.manifest,
      descriptor: row.descriptor,
      readme: row.readme,
      release_notes: row.release_notes,
      rubric_version: row.rubric_version,
      facts: row.facts,
      trust: row.trust,
    },
    archive: { checksum: row.checksum, storing },
    provenance: row.provenance === null
      ? undefined
      : JSON.parse(row.provenance) as ProvenanceColumns,
    verification: verification === null ? undefined : JSON.parse(verification) as Verification,
    repositoryGeneration: repository_generation,
    collectiveId: collective_id,
    actor: stagerOf(row),
    byRun: runOf(row),
    author: row.staged_by_user_id === null
      ? { author_user_id: null, author_collective_id: collective_id }
      : { author_user_id: row.staged_by_user_id, author_collective_id: null },
    wants: { by: await usernameOf(trx, row.staged_by_user_id), reads: true },
    ...(by === undefined ? {} : { by }),
    // Whoever calls holds it.
    right: () => Promise.resolve(),
    stagedId: id,
  });
  if (!published.alreadyPublished) await logApprovals(trx, row, published, services.now());
  return published;
}

/** Approvals that an entry of the registry's log names. */
const MOST_LOGGED = 2;

/** Has the registry's log tell by which assertions it was approved, behind that it was published. */
async function logApprovals(
  trx: Trx,
  { id, collective_id: collectiveId, version, checksum }: StagedRow,
  { extension }: Published,
  now: Date,
): Promise<void> {
  const rows = await trx.selectFrom("approval").select("evidence").where("staged_id", "=", id)
    .where("decision", "!=", "reject").where("evidence", "is not", null).orderBy("at").orderBy("id")
    .limit(MOST_LOGGED).execute();
  const assertions = rows.map(({ evidence }) =>
    digestOfSignature(Evidence.parse(JSON.parse(evidence!)))
  );
  await noteEvent(trx, {
    at: now.toISOString(),
    collectiveId,
    extensionId: extension.id,
    said: { kind: "staged-approved", version, checksum, assertions },
  });
}

/** By what the log names an assertion: the SHA-256 of its signature. */
export function digestOfSignature({ signature }: Evidence): string {
  return createHash("sha256").update(Buffer.from(signature, "base64url")).digest("hex");
}

/** The run of a CI job that staged it. */
export function runOf({ staged_by_run }: StagedRow): PublishedByRun | undefined {
  return staged_by_run === null ? undefined : JSON.parse(staged_by_run) as PublishedByRun;
}

/** It may have been staged before only trusted publishers were let. @throws SvcError `trusted_publishing_only` */
async function assertUntrusted(trx: Trx, row: StagedRow): Promise<void> {
  const wanted = { name: row.extension_name, collectiveId: row.collective_id };
  await assertMayPublish(trx, { kind: "anonymous" }, wanted);
}

/** Who staged it, as the version's row and its event have them. */
export function stagerOf(row: StagedRow): Actor {
  const { staged_by_user_id: userId, staged_by_token_id: tokenId } = row;
  return {
    ...NOBODY,
    key: userId !== null ? `user:${userId}` : tokenId !== null ? `token:${tokenId}` : "run",
    userId,
    tokenId,
    credential: row.credential as Actor["credential"],
  };
}

/**
 * Makes sure that the archive is there as it was staged, before anything is published.
 *
 * @throws SvcError `unavailable`
 */
export async function assertWhole(
  { blobs }: Pick<Services, "blobs">,
  { checksum }: Pick<StagedRow, "checksum">,
): Promise<void> {
  const state = await blobs.check(checksum);
  if (state === "whole") return;
  throw new SvcError("unavailable", `The archive of this version is ${state}`, {
    hint: "Stage the same version again once the operator has repaired the store.",
  });
}

async function usernameOf(trx: Trx, userId: string | null): Promise<string | undefined> {
  if (userId === null) return undefined;
  const user = await trx.selectFrom("user").select("username").where("id", "=", userId)
    .executeTakeFirst();
  return user?.username ?? undefined;
}
