import type { SearchEntry } from "@svc/core/wire";
import type { Services } from "../../../access/services.ts";
import type { ExtensionRow } from "../../../access/store/extension_table.ts";
import type { VersionRow } from "../record/tables.ts";
import { scorecardOf } from "../score/scorecard.ts";
import { latestOf, list, truth } from "./parse.ts";

/** What of the shown version an entry needs. */
export type ShownVersion = Pick<VersionRow, "facts" | "trust" | "verified_by_svc">;

/** An extension as a list shows it. `shown` is the version it is judged by, if it has one. */
export function entryOf(
  { config }: Pick<Services, "config">,
  extension: ExtensionRow,
  collectiveSlug: string,
  shown: ShownVersion | undefined,
): SearchEntry {
  const scorecard = shown && scorecardOf(config, extension, shown);
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
    ...latestOf(extension),
    createdAt: extension.created_at,
    updatedAt: extension.updated_at,
    deprecatedAt: extension.deprecated_at,
    deprecationReason: extension.deprecation_reason,
    supersededBy: extension.superseded_by,
    score: scorecard ? { percentage: scorecard.percentage, grade: scorecard.grade } : null,
    verified: collectiveSlug === config.firstParty || shown?.verified_by_svc === 1,
  };
}
