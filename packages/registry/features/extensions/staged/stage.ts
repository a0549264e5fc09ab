import { FRESH_CREDENTIAL_HOURS } from "@svc/core/approval";
import { SvcError } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import type { PublishedByRun } from "@svc/core/wire";
import type { Verification } from "@svc/scorecard/verification";
import type { Actor } from "../../../access/audit/actor.ts";
import { recordEvent } from "../../../access/audit/record.ts";
import type { Principal } from "../../../access/credential/principal.ts";
import type { Services } from "../../../access/services.ts";
import type { Trx } from "../../../access/store/schema.ts";
import { notify } from "../../notification/notify.ts";
import { nameArchive, type StoredArchive } from "../archive/store_archive.ts";
import { askAboutName, type Resembled } from "../name/take.ts";
import type { ProvenanceColumns } from "../provenance/tables.ts";
import type { StagedRow } from "../record/staged_tables.ts";
import type { ContentColumns } from "../record/tables.ts";
import { queueMail } from "./queue_mail.ts";

/** A version that is to wait, and who staged it. */
export interface Staging {
  name: string;
  content: ContentColumns;
  archive: StoredArchive;
  provenance: ProvenanceColumns | undefined;
  verification: Verification | undefined;
  repositoryGeneration: number;
  collectiveId: string;
  actor: Actor;
  byRun?: PublishedByRun | undefined;
  by: Principal;
  /** True when it was pushed: it waits for the operator alone. */
  pushed: boolean;
  /** The extension people may take it for. */
  like: Resembled | undefined;
}

declare module "../../../platform/jobs/jobs.ts" {
  interface JobKinds {
    /** A staged version that is approved and whose time has come; about its id. */
    staged_publication: true;
  }
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * Keeps a checked and scored version until people decide about it, and tells those who do. Its number
 * is taken from now on. Must run in the transaction that holds the right to stage.
 *
 * @throws SvcError `rule_refused` when too many of the extension wait; `conflict`
 */
export async function stageIn(trx: Trx, services: Services, staging: Staging): Promise<StagedRow> {
  const { name, content, collectiveId, actor, byRun, by, pushed, like } = staging;
  await assertFew(trx, name);
  await nameArchive(trx, staging.archive);
  const now = services.now();
  const row = await trx.insertInto("staged_version").values({
    ...content,
    id: crypto.randomUUID(),
    collective_id: collectiveId,
    extension_name: name,
    staged_by_user_id: actor.userId,
    staged_by_token_id: actor.tokenId,
    staged_by_run: byRun === undefined ? null : JSON.stringify(byRun),
    credential: actor.credential,
    made_by_user_id: await freshMaker(trx, staging, now),
    provenance: staging.provenance === undefined ? null : JSON.stringify(staging.provenance),
    verification: staging.verification === undefined ? null : JSON.stringify(staging.verification),
    repository_generation: staging.repositoryGeneration,
    pushed: Number(pushed),
    held_for: like?.name ?? null,
    state: "staged",
    staged_at: now.toISOString(),
    expires_at: new Date(now.getTime() + LIMITS.stagedDays * DAY_MS).toISOString(),
    publish_after: null,
    decided_at: null,
    reason: null,
  }).returningAll().executeTakeFirstOrThrow();
  if (like !== undefined) await askAboutName(trx, services, name, like);
  const { version, channel, checksum } = content;
  await recordEvent(trx, {
    at: now,
    action: "staged",
    collectiveId,
    actor,
    details: { extension: name, version, channel, checksum, staged: row.id },
  });
  await notify(trx, {
    kind: "version_staged",
    collectiveId,
    actor: by,
    at: now,
    extension: name,
    version,
    staged: row.id,
  });
  await queueMail(trx, services, row, now);
  return row;
}

async function assertFew(trx: Trx, name: string): Promise<void> {
  const { waiting } = await trx.selectFrom("staged_version")
    .select(({ fn }) => fn.countAll<number>().as("waiting"))
    .where("extension_name", "=", name).where("state", "=", "staged").executeTakeFirstOrThrow();
  if (Number(waiting) < LIMITS.stagedPerExtension) return;
  throw new SvcError(
    "rule_refused",
    `${LIMITS.stagedPerExtension} versions of ${name} wait for approval already`,
    { hint: "Approve or reject one of them first: svc extension staged" },
  );
}

/**
 * Who made the token or the trusted publisher within the last days: staging with it is as good as
 * staging oneself.
 */
async function freshMaker(
  trx: Trx,
  { actor: { tokenId }, byRun }: Pick<Staging, "actor" | "byRun">,
  now: Date,
): Promise<string | null> {
  const since = new Date(now.getTime() - FRESH_CREDENTIAL_HOURS * 60 * 60_000).toISOString();
  const table = byRun === undefined ? "collective_token" : "publisher";
  const id = byRun?.publisher ?? tokenId;
  if (id === null) return null;
  const made = await trx.selectFrom(table).select("created_by")
    .where("id", "=", id).where("created_at", ">", since).executeTakeFirst();
  return made?.created_by ?? null;
}
