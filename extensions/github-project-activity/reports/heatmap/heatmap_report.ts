import type { ReportContext, ReportResult } from "../../../platform/report/context.ts";
import type { BrokenDocument } from "../../../platform/report/stored_documents.ts";
import { fullName } from "../../../platform/repository_name.ts";
import { settingsOf } from "../settings.ts";
import { bucketOf, BUCKETS } from "./buckets.ts";
import { directoriesOf } from "./directories.ts";
import { heatOf } from "./heat.ts";
import type { Heatmap } from "./heatmap.ts";
import { storedInventory } from "./inventory.ts";
import { landedFiles } from "./landed.ts";
import { heatmapPage } from "./page.ts";
import type { WarmPath } from "./warm_path.ts";

/**
 * How long ago something landed on each path of the default branch, from the stored inventory and the
 * stored files of merged pull requests. Ages count from `generatedAt`.
 */
export async function heatmapReport(
  context: ReportContext,
  now: Date = new Date(),
): Promise<ReportResult<Heatmap>> {
  const { repository, project, unread } = settingsOf(context.globalArgs);
  const broken: BrokenDocument[] = [];
  const inventory = repository && await storedInventory(context, repository, broken);
  const landed = repository && inventory ? await landedFiles(context, repository, broken) : [];
  const heat = heatOf(landed);
  const paths: WarmPath[] = (inventory?.paths ?? []).map((path) => ({
    path,
    lastLandedAt: heat.get(path)?.lastLandedAt ?? null,
    landings: heat.get(path)?.landings ?? 0,
  }));
  const counts = Map.groupBy(paths, ({ lastLandedAt }) => bucketOf(lastLandedAt, now));
  const touched = paths.filter(({ lastLandedAt }) => lastLandedAt !== null);
  const json: Heatmap = {
    project,
    repo: repository && fullName(repository),
    tree: inventory && {
      branch: inventory.branch,
      commitSha: inventory.commitSha,
      total: inventory.total,
      stored: inventory.paths.length,
    },
    landedPullRequests: new Set(landed.map(({ number }) => number)).size,
    buckets: BUCKETS.map((bucket) => ({ bucket, files: counts.get(bucket)?.length ?? 0 })),
    directories: directoriesOf(paths, now),
    hottest: touched.toSorted(byHeat),
    coldest: touched.toSorted((one, other) => -byTime(one, other) || byPath(one, other)),
    broken,
    unread,
    generatedAt: now.toISOString(),
  };
  return { markdown: heatmapPage(json), json };
}

function byHeat(one: WarmPath, other: WarmPath): number {
  return other.landings - one.landings || byTime(one, other) || byPath(one, other);
}

/** The newest first. */
function byTime(one: WarmPath, other: WarmPath): number {
  return Date.parse(other.lastLandedAt!) - Date.parse(one.lastLandedAt!);
}

function byPath(one: WarmPath, other: WarmPath): number {
  return one.path < other.path ? -1 : 1;
}
