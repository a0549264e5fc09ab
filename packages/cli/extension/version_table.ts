import type { VersionEntry } from "@svc/core/wire";
import { table, type TableView } from "../frame/table.ts";

/** Versions as a table, in the order given. */
export function versionTable(versions: readonly VersionEntry[], view: TableView): string {
  return table(
    view,
    ["VERSION", "CHANNEL", "PUBLISHED", "SIZE", "STATE"],
    versions.map(({ version, channel, publishedAt, archiveSize, yankedAt, yankReason }) => [
      version,
      channel,
      publishedAt.slice(0, 10),
      sizeText(archiveSize),
      yankedAt === null ? "" : `yanked: ${yankReason ?? "no reason given"}`,
    ]),
  );
}

/** A size as people read it; empty for a registry that does not tell. */
function sizeText(bytes: number | undefined): string {
  if (bytes === undefined) return "";
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
