import { approvalsNeeded, Evidence } from "@svc/core/approval";
import { readManifest } from "@svc/core/manifest";
import {
  ChannelName,
  type ProvenanceKind,
  type Scorecard,
  type StagedDecision,
  type StagedVersion,
} from "@svc/core/wire";
import type { Services } from "../../access/services.ts";
import type { Db } from "../../access/store/schema.ts";
import type { ProvenanceColumns } from "../extensions/provenance/tables.ts";
import { scorecardOf } from "../extensions/score/scorecard.ts";
import type { StagedRow } from "../extensions/record/staged_tables.ts";
import { ruleFor } from "../extensions/staged/rule.ts";
import { runOf } from "./publication.ts";
import { countApprovals } from "./approvals.ts";

/** The page of a staged version. */
export function stagedPath(id: string): string {
  return `/staged/${id}`;
}

/** A staged version as its members see it. One whose time ran out is expired before the sweep says so. */
export async function stagedView(
  { db, config, now }: Pick<Services, "db" | "config" | "now">,
  row: StagedRow,
): Promise<StagedVersion> {
  const rule = await ruleFor(db, row, now());
  return {
    id: row.id,
    name: row.extension_name,
    version: row.version,
    channel: ChannelName.parse(row.channel),
    checksum: row.checksum,
    bytes: row.packed_bytes,
    state: hasExpired(row, now()) ? "expired" : row.state,
    stagedAt: row.staged_at,
    stagedBy: await stagerOf(db, row),
    expiresAt: row.expires_at,
    publishAfter: row.publish_after,
    heldFor: row.held_for,
    approvals: await countApprovals(db, row, rule),
    needed: approvalsNeeded(rule),
    decidedAt: row.decided_at,
    reason: row.reason,
    url: `${config.baseUrl}${stagedPath(row.id)}`,
  };
}

/** True for one that waits, and whose time has run out. */
export function hasExpired(
  { state, expires_at, publish_after }: StagedRow,
  now: Date,
): boolean {
  return state === "staged" && publish_after === null && expires_at <= now.toISOString();
}

function signedBy({ provenance }: StagedRow): ProvenanceKind | null {
  return provenance === null ? null : (JSON.parse(provenance) as ProvenanceColumns).kind;
}

/** Its score, from what was found when it was staged and under the rubric of now. */
export function stagedScorecard(
  { config }: Pick<Services, "config">,
  row: StagedRow,
): Scorecard {
  const manifest = readManifest(row.manifest);
  return scorecardOf(config, {
    description: manifest.description ?? "",
    platforms: JSON.stringify(manifest.platforms),
    license: manifest.license ?? null,
    repository: manifest.repository ?? null,
    verification: row.verification,
  }, { ...row, provenance_kind: signedBy(row) });
}

/** All that people decided about it, the earliest first. */
export async function decisionsOf(db: Db, stagedId: string): Promise<StagedDecision[]> {
  const rows = await db.selectFrom("approval").leftJoin("user", "user.id", "approval.user_id")
    .select(["decision", "at", "method", "note", "evidence", "username"])
    .where("staged_id", "=", stagedId).orderBy("at").orderBy("approval.id").execute();
  return rows.map(({ username, evidence, ...row }) => ({
    ...row,
    by: username,
    evidence: evidence === null ? null : Evidence.parse(JSON.parse(evidence)),
  }));
}

/** Who staged it: a username, the name of a token, or a job's run. Null once that is gone. */
async function stagerOf(db: Db, row: StagedRow): Promise<string | null> {
  if (row.staged_by_user_id !== null) {
    const user = await db.selectFrom("user").select("username")
      .where("id", "=", row.staged_by_user_id).executeTakeFirst();
    return user?.username ?? null;
  }
  const run = runOf(row);
  if (run !== undefined) return `job ${run.run ?? run.issuer}`;
  if (row.staged_by_token_id === null) return null;
  const token = await db.selectFrom("collective_token").select("name")
    .where("id", "=", row.staged_by_token_id).executeTakeFirst();
  return token === undefined ? null : `token ${token.name}`;
}
