import type { ProvenanceKind } from "@svc/core/wire";
import { SvcError } from "@svc/core/error";
import { invalid, type Provenance, readTrustRoot, verifyProvenance } from "@svc/provenance";
import type { Services } from "../../../access/services.ts";
import type { Db } from "../../../access/store/schema.ts";
import type { ProvenanceColumns } from "./tables.ts";
import type {} from "./trust_root.ts";

/** A statement that came with a push, and what it is verified with: for the analysing process. */
export interface Claim {
  /** Text of the bundle. */
  bundle: string;
  /** Text of the trust root; null where no certificate is trusted. */
  root: string | null;
  /** The collective's keys that are good now: hint, SPKI. */
  keys: readonly (readonly [hint: string, spki: string])[];
}

/**
 * What a push's bundle is verified with.
 *
 * @throws SvcError `unavailable` when the trust root cannot be read
 */
export async function claimOf(
  { db, trustRoot }: Pick<Services, "db" | "trustRoot">,
  collectiveId: string,
  bundle: string,
): Promise<Claim> {
  const keys = await db.selectFrom("signing_key").select(["hint", "spki"])
    .where("collective_id", "=", collectiveId).where("revoked_at", "is", null).execute();
  return {
    bundle,
    root: await trustRoot.text(),
    keys: keys.map(({ hint, spki }) => [hint, spki]),
  };
}

/**
 * Verifies a push's statement about an archive. It reads what strangers made, so it runs in the
 * analysing process and never in the server.
 *
 * @throws SvcError `provenance_invalid`, `unavailable`
 */
export async function verifyClaim(
  { bundle, root, keys }: Claim,
  { name, version, checksum }: { name: string; version: string; checksum: string },
): Promise<Provenance> {
  return await verifyProvenance(bundle, {
    subject: { name: `${name}@${version}`, checksum },
    root: root === null ? undefined : await readTrustRoot(root),
    keys: new Map(keys),
  });
}

/** What is stored of a verified statement. */
export function columnsOf(bundle: string, found: Provenance, now: Date): ProvenanceColumns {
  const { signedAt: signed_at, logIndex: log_index } = found;
  const verified = { bundle, signed_at, log_index, verified_at: now.toISOString() };
  if (found.kind === "key") {
    return { ...verified, ...NO_JOB, kind: "key", identity: found.hint, root_digest: null };
  }
  const { repositoryId, ownerId, runUrl, commit, ...identity } = found.identity;
  return {
    ...verified,
    kind: "ci",
    ...identity,
    repository_id: repositoryId,
    owner_id: ownerId,
    run_url: runUrl,
    commit_sha: commit,
    root_digest: found.rootDigest,
  };
}

const NO_JOB = {
  issuer: null,
  repository: null,
  repository_id: null,
  owner_id: null,
  workflow: null,
  commit_sha: null,
  ref: null,
  run_url: null,
  environment: null,
  runner: null,
} as const;

/** Refuses before the upload what no upload can make right. */
export function assertTrusted(
  { trustRoot }: Pick<Services, "trustRoot">,
  kind: ProvenanceKind | undefined,
): void {
  if (kind !== "ci" || trustRoot.digest !== null) return;
  throw new SvcError("provenance_invalid", "This registry trusts no certificates of CI jobs", {
    hint: "Push without --provenance, or with --sign and a registered key; the operator sets " +
      "SVC_TRUST_ROOT.",
  });
}

/**
 * Stores a version's statement in the transaction that publishes it. The key may have been revoked
 * while the archive was analysed.
 *
 * @throws SvcError `provenance_invalid`
 */
export async function insertProvenance(
  trx: Db,
  columns: ProvenanceColumns,
  { versionId, collectiveId }: { versionId: string; collectiveId: string },
): Promise<void> {
  const key = columns.kind === "key"
    ? await trx.selectFrom("signing_key").select("id")
      .where("collective_id", "=", collectiveId).where("hint", "=", columns.identity)
      .where("revoked_at", "is", null).executeTakeFirst()
    : undefined;
  if (columns.kind === "key" && key === undefined) throw invalid("its key was revoked");
  await trx.insertInto("provenance")
    .values({ version_id: versionId, signing_key_id: key?.id ?? null, ...columns }).execute();
}
