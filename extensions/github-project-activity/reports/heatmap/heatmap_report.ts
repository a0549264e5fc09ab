import type { DataReader } from "../../../platform/context.ts";
import type { ReportContext, ReportResult } from "../../../platform/report/context.ts";
import { type BrokenDocument, readList } from "../../../platform/report/stored_documents.ts";
import { fullName, type RepositoryName } from "../../../platform/repository_name.ts";
import { repoFilesName } from "../../naming/names.ts";
import { repoFileSnapshotSchema } from "../../outputs/repository.ts";
import { settingsOf } from "../settings.ts";
import { bucketOf, BUCKETS, directoriesOf, type Heatmap } from "./heatmap.ts";
import { type Landed, landedFiles, type WarmPath } from "./landed.ts";
import { heatmapPage } from "./page.ts";

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

/** How warm a path is. */
export interface Heat {
  /** When a pull request that changes it landed last, ISO 8601. */
  lastLandedAt: string;
  /** Pull requests that landed and changed it. */
  landings: number;
}

/** The heat of each path, from what landed in the order it did. A renamed path keeps its heat. */
function heatOf(landed: readonly Landed[]): Map<string, Heat> {
  const heat = new Map<string, Heat>();
  for (const { mergedAt, files } of landed) {
    // All names of before are looked up first: two files may have exchanged theirs.
    const warmed = files.filter(({ status }) => status !== "removed").map((file) => {
      const from = file.status === "renamed" && file.previousPath ? file.previousPath : file.path;
      const landings = (heat.get(from)?.landings ?? 0) + 1;
      return [file.path, { lastLandedAt: mergedAt, landings }] as const;
    });
    for (const { path, previousPath, status } of files) {
      if (status === "removed") heat.delete(path);
      if (status === "renamed" && previousPath !== null) heat.delete(previousPath);
    }
    for (const [path, one] of warmed) heat.set(path, one);
  }
  return heat;
}

/** The paths of the default branch, as far as they are stored. */
export interface Inventory {
  branch: string;
  /** Null in an empty repository. */
  commitSha: string | null;
  /** Paths of the whole tree. */
  total: number;
  paths: string[];
}

/** The stored inventory; null when there is none. */
async function storedInventory(
  reader: DataReader,
  repository: RepositoryName,
  broken: BrokenDocument[],
): Promise<Inventory | null> {
  const name = repoFilesName(repository, 1);
  const list = await readList(reader, name, { schema: repoFileSnapshotSchema, broken });
  if (list === null) return null;
  const { branch, commitSha, total } = list.parts[0]!;
  const parts = list.parts.filter((part) => part.commitSha === commitSha);
  return {
    branch,
    commitSha,
    total,
    paths: parts.flatMap((part) => part.files.map(({ path }) => path)),
  };
}
