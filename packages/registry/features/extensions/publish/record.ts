import type { Contents } from "@svc/core/descriptor";
import type { ContentCounts } from "@svc/core/wire";
import { CONTENT_KINDS, type StoredManifest } from "@svc/core/manifest";
import { contentNames } from "../index/entry.ts";

/** The metadata of an extension's record, as its manifest has it. */
export function metadataColumns(manifest: StoredManifest, contents: Contents) {
  return {
    description: manifest.description ?? "",
    repository: manifest.repository ?? null,
    homepage: manifest.homepage ?? null,
    license: manifest.license ?? null,
    platforms: JSON.stringify(manifest.platforms),
    labels: JSON.stringify(manifest.labels),
    dependencies: JSON.stringify(manifest.dependencies),
    content_types: JSON.stringify(CONTENT_KINDS.filter((kind) => manifest[kind].length > 0)),
    content_names: JSON.stringify(contentNames(contents)),
    contents: contents.unread.length > 0 ? null : JSON.stringify(contentCounts(contents)),
    permissions: declaresPermissions(contents) ? JSON.stringify(contents.permissions) : null,
  };
}

/** What the catalogue entry counts (spec §2.7). */
export function contentCounts({ models, reports }: Contents): ContentCounts {
  return { behaviorTypes: models.length, reports: reports.length };
}

/** False for one that another tool made: that it names no permissions does not say it needs none. */
function declaresPermissions({ described, permissions }: Contents): boolean {
  return described === "evaluated" ||
    Object.values(permissions).some((grants) => grants.length > 0);
}
