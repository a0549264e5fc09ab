import { gradeOf } from "@svc/core/rubric";
import type { ContentCounts, SearchEntry } from "@svc/core/wire";
import type { Config } from "../../../platform/config/mod.ts";
import type { ExtensionRow } from "../../../access/store/extension_table.ts";
import type { VersionRow } from "../record/tables.ts";
import { latestOf, list, truth } from "./parse.ts";

/**
 * An extension as a list shows it, with its score as stored. `shown` is the version it is judged by,
 * if it has one.
 */
export function entryOf(
  { config }: { config: Pick<Config, "firstParty"> },
  extension: ExtensionRow,
  collective: { slug: string; private: boolean },
  shown: Pick<VersionRow, "verified_by_svc"> | undefined,
): SearchEntry {
  return {
    id: extension.id,
    name: extension.name,
    description: extension.description,
    repository: extension.repository,
    repositoryVerified: truth(extension.repository_verified),
    repositoryVerifiedUrl: extension.repository_verified_url,
    platforms: list(extension.platforms),
    labels: list(extension.labels),
    contentTypes: list(extension.content_types),
    contents: extension.contents === null ? null : JSON.parse(extension.contents) as ContentCounts,
    ...latestOf(extension),
    createdAt: extension.created_at,
    updatedAt: extension.updated_at,
    deprecatedAt: extension.deprecated_at,
    deprecationReason: extension.deprecation_reason,
    supersededBy: extension.superseded_by,
    score: extension.score === null
      ? null
      : { percentage: extension.score, grade: gradeOf(extension.score, 100) },
    verified: collective.slug === config.firstParty || shown?.verified_by_svc === 1,
    pullCount: extension.pull_count,
    permissions: extension.permissions === null
      ? null
      : JSON.parse(extension.permissions) as Record<string, string[]>,
    isPrivate: collective.private,
  };
}
