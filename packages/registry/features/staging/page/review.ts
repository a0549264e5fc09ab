import type { FactorResult, Scorecard } from "@svc/core/wire";
import type { Services } from "../../../access/services.ts";
import type { Db } from "../../../access/store/schema.ts";
import {
  type Changes,
  dependencyChanges,
  permissionChanges,
} from "../../extensions/page/catalogue/changes.ts";
import type { PermissionSentence } from "../../extensions/page/catalogue/permission_sentence.ts";
import { scorecardOf } from "../../extensions/score/scorecard.ts";
import type { Comparison } from "../../extensions/source/compare.ts";
import type { ProvenanceColumns } from "../../extensions/provenance/tables.ts";
import type { StagedRow } from "../../extensions/record/staged_tables.ts";
import { stagedScorecard } from "../view.ts";
import type {} from "../../extensions/source/reader.ts";

/** What somebody reads before they decide. */
export interface Review {
  /** The published version it is compared with; undefined for the first one. */
  before: string | undefined;
  /** What its verified statement says; undefined without one. */
  provenance: ProvenanceColumns | undefined;
  permissions: Changes<PermissionSentence>;
  dependencies: Changes<string>;
  comparison: Comparison | undefined;
  scorecard: Scorecard;
  /** The factors that earn less than in the version before. */
  lost: FactorResult[];
}

/**
 * Compares a staged version with the one that is published under the same or the next lower number.
 *
 * @param file the only file that is compared; undefined for all
 * @param asker who asks, for the share of each
 */
export async function reviewOf(
  services: Services,
  row: StagedRow,
  { file, asker }: { file: string | undefined; asker: string },
): Promise<Review> {
  const found = await versionBefore(services.db, row);
  const scorecard = stagedScorecard(services, row);
  const old = found && scorecardOf(services.config, found.extension, found.version);
  const earned = new Map(old?.factors.map((factor) => [factor.id, factor.earnedPoints]));
  // The archive of one that was not published goes.
  const isThere = row.state === "staged" || row.state === "published";
  return {
    before: found?.version.version,
    provenance: row.provenance === null
      ? undefined
      : JSON.parse(row.provenance) as ProvenanceColumns,
    permissions: permissionChanges(found?.version, row),
    dependencies: dependencyChanges(found?.version, row),
    comparison: isThere
      ? await services.sources.compare(row.checksum, found?.version.checksum, file, asker)
      : undefined,
    scorecard,
    lost: scorecard.factors.filter(({ id, earnedPoints }) => earnedPoints < (earned.get(id) ?? 0)),
  };
}

/** The newest published version below a staged one; where all are above it, the newest. */
async function versionBefore(db: Db, row: StagedRow) {
  const extension = await db.selectFrom("extension").selectAll()
    .where("name", "=", row.extension_name).executeTakeFirst();
  if (extension === undefined) return undefined;
  const versions = db.selectFrom("extension_version").selectAll()
    .where("extension_id", "=", extension.id).where("version", "!=", row.version)
    .where("taken_down_at", "is", null).orderBy("sort_key", "desc").limit(1);
  const version = await versions.where("sort_key", "<", row.sort_key).executeTakeFirst() ??
    await versions.executeTakeFirst();
  return version && { extension, version };
}
