import { readStored } from "@svc/core/json";
import { gradeOf, PROVENANCE_FACTOR, SERVER_DIVISOR } from "@svc/core/rubric";
import { SearchEntry } from "@svc/core/wire";
import type { z } from "zod";
import type { Config } from "../../../platform/config/mod.ts";
import type { ExtensionRow } from "../../../access/store/extension_table.ts";
import { storedList } from "../../../platform/store/list.ts";
import type { VersionRow } from "../record/tables.ts";
import { latestOf, truth } from "./parse.ts";

/**
 * An extension as a list shows it, with its score as stored. `shown` is the version it is judged by,
 * if it has one.
 */
export function entryOf(
  { config }: { config: Pick<Config, "firstParty" | "provenance"> },
  extension: ExtensionRow,
  collective: { slug: string; private: boolean },
  shown: Pick<VersionRow, "verified_by_svc"> | undefined,
): SearchEntry {
  const maxPoints = SERVER_DIVISOR + (config.provenance ? PROVENANCE_FACTOR.points : 0);
  return {
    id: extension.id,
    name: extension.name,
    description: extension.description,
    repository: extension.repository,
    repositoryVerified: truth(extension.repository_verified),
    repositoryVerifiedUrl: extension.repository_verified_url,
    platforms: storedList(extension.platforms),
    labels: storedList(extension.labels),
    contentTypes: storedList(extension.content_types),
    contents: stored(SearchEntry.shape.contents, extension.contents),
    ...latestOf(extension),
    createdAt: extension.created_at,
    updatedAt: extension.updated_at,
    deprecatedAt: extension.deprecated_at,
    deprecationReason: extension.deprecation_reason,
    supersededBy: extension.superseded_by,
    score: extension.score === null ? null : {
      percentage: extension.score,
      grade: gradeOf(extension.score, 100),
      ...(extension.score_unchecked === null
        ? {}
        : { uncheckedPoints: extension.score_unchecked, maxPoints }),
    },
    verified: collective.slug === config.firstParty || shown?.verified_by_svc === 1,
    pullCount: extension.pull_count,
    permissions: stored(SearchEntry.shape.permissions, extension.permissions),
    isPrivate: collective.private,
  };
}

/** What a column holds; null when it says nothing, or is damaged. */
function stored<Shape extends z.ZodType>(shape: Shape, column: string | null) {
  return column === null ? null : readStored(shape, column) ?? null;
}
