import type { VersionEntry } from "@svc/core/wire";
import { listing, type TableView } from "../frame/table.ts";

/** Versions as a table, in the order given. */
export function versionTable(versions: readonly VersionEntry[], view: TableView): string {
  return listing(view, versions, {
    VERSION: ({ version }) => version,
    CHANNEL: ({ channel }) => channel,
    PUBLISHED: ({ publishedAt }) => publishedAt.slice(0, 10),
    SIZE: ({ archiveSize }) => sizeText(archiveSize),
    STATE: ({ yankedAt, yankReason }) =>
      yankedAt === null ? "" : `yanked: ${yankReason ?? "no reason given"}`,
  });
}

/** A size as people read it; empty for a registry that does not tell. */
function sizeText(bytes: number | undefined): string {
  if (bytes === undefined) return "";
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
