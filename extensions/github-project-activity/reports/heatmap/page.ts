import { markdownCode, markdownText } from "../../../platform/markdown.ts";
import { brokenSection } from "../../../platform/report/stored_documents.ts";
import { markdownTable } from "../../../platform/report/table.ts";
import { unreadSection } from "../settings.ts";
import type { Heatmap } from "./heatmap.ts";
import type { WarmPath } from "./landed.ts";

/** Paths shown as the hottest and the coldest. */
const SHOWN = 25;

/** The report as Markdown. */
export function heatmapPage(map: Heatmap): string {
  const parts = [
    `# Heatmap of ${markdownText(map.project)}`,
    ...body(map),
    ...unreadSection(map.unread),
    ...brokenSection(map.broken),
  ];
  return `${parts.join("\n\n")}\n`;
}

function body(map: Heatmap): string[] {
  const { repo, tree, landedPullRequests, buckets, directories } = map;
  if (repo === null) return ["The behavior has no repository: set owner and repo."];
  if (tree === null) {
    return ["No inventory is stored yet. Run `sync_github_file_inventory` first."];
  }
  const commit = tree.commitSha === null
    ? "without a commit"
    : `at ${markdownCode(tree.commitSha.slice(0, 12))}`;
  const place = `${markdownCode(tree.branch)} ${commit}`;
  const parts = [
    `${tree.stored} files of ${place}, and ${landedPullRequests} merged pull requests whose files are stored.`,
  ];
  if (tree.stored < tree.total) {
    parts.push(`${tree.total - tree.stored} more files are not stored: run the inventory again.`);
  }
  if (landedPullRequests === 0) {
    parts.push(
      "No files of merged pull requests are stored. Run `sync_github_backfill` first.",
    );
  }
  parts.push(
    "## Days since the last merge",
    markdownTable(["Days", "Files"], buckets.map(({ bucket, files }) => [bucket, files])),
  );
  if (directories.length > 0) {
    parts.push(
      "## Folders",
      markdownTable(
        ["Folder", "Files", "Within 30 days", "Never", "Landings", "Last"],
        directories.map((one) => [
          markdownCode(one.directory, "table"),
          one.files,
          one.warm,
          one.never,
          one.landings,
          markdownText(one.lastLandedAt ?? ""),
        ]),
      ),
    );
  }
  return [...parts, ...paths("Hottest", map.hottest), ...paths("Coldest", map.coldest)];
}

function paths(title: string, all: readonly WarmPath[]): string[] {
  if (all.length === 0) return [];
  const rows = all.slice(0, SHOWN).map(({ path, landings, lastLandedAt }) => [
    markdownCode(path, "table"),
    landings,
    markdownText(lastLandedAt ?? ""),
  ]);
  const table = markdownTable(["File", "Landings", "Last"], rows);
  const more = all.length - rows.length;
  return [`## ${title}`, more > 0 ? `${table}\n\n+${more} more` : table];
}
