import { SvcError } from "@svc/core/error";
import type { Db, Trx } from "../../../access/store/schema.ts";
import type { StagedRow } from "../record/staged_tables.ts";

/** The version that waits under a name and a number. */
export async function findWaiting(
  db: Db,
  name: string,
  version: string,
): Promise<StagedRow | undefined> {
  return await db.selectFrom("staged_version").selectAll()
    .where("extension_name", "=", name).where("version", "=", version)
    .where("state", "=", "staged").executeTakeFirst();
}

/** How many versions of a collective wait. */
export async function countWaiting(db: Db, collectiveId: string): Promise<number> {
  const { waiting } = await db.selectFrom("staged_version")
    .select(({ fn }) => fn.countAll<number>().as("waiting"))
    .where("collective_id", "=", collectiveId).where("state", "=", "staged")
    .executeTakeFirstOrThrow();
  return Number(waiting);
}

/** Refusal of a number under which other bytes wait. */
export function versionStaged(name: string, version: string): SvcError {
  return new SvcError(
    "version_staged",
    `Another archive of ${name}@${version} waits for approval`,
    {
      hint: "Raise the version in the manifest, or have an admin reject the one that waits: " +
        "svc extension staged",
    },
  );
}

/**
 * Refuses to publish beside a version that waits under the same number with other bytes.
 *
 * @throws SvcError `version_staged`
 */
export async function assertNotStaged(
  db: Db,
  { name, version, checksum }: { name: string; version: string; checksum?: string | undefined },
): Promise<void> {
  const waiting = await findWaiting(db, name, version);
  if (waiting && checksum !== undefined && waiting.checksum !== checksum) {
    throw versionStaged(name, version);
  }
}

/**
 * Ends the wait of what is being published, in the same transaction.
 *
 * @param stagedId the staged version that is published; undefined for a push
 * @throws SvcError `conflict` when it does not wait any more; `version_staged` for a push of a number
 *   under which other bytes wait
 */
export async function settleWaiting(
  trx: Trx,
  { name, version, checksum, stagedId, at }: {
    name: string;
    version: string;
    checksum: string;
    stagedId: string | undefined;
    at: string;
  },
): Promise<void> {
  const waiting = await findWaiting(trx, name, version);
  if (stagedId !== undefined && waiting?.id !== stagedId) throw notWaiting(name, version);
  if (waiting === undefined) return;
  if (waiting.checksum !== checksum) throw versionStaged(name, version);
  await trx.updateTable("staged_version")
    .set({ state: "published", decided_at: at, publish_after: null, held_for: null })
    .where("id", "=", waiting.id).execute();
}

/** Refusal to decide about what was decided. */
export function notWaiting(name: string, version: string): SvcError {
  return new SvcError("conflict", `${name}@${version} does not wait for approval any more`, {
    hint: "It was decided, or its time ran out: svc extension staged",
  });
}
