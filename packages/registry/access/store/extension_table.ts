import type { RestrictionCategory } from "@svc/core/report";
import type { PublishingSetting } from "@svc/core/wire";
import type { ColumnType, Generated, Selectable } from "kysely";
import type { Fixed } from "../../platform/store/schema.ts";

/** Of a quarantine the owners still see what it is about; what was taken down nobody sees. */
export type RestrictionKind = "quarantine" | "takedown";

/** Who kept it from people: an operator, two reports of malware, or the suspension of its collective. */
export type RestrictionSource = "operator" | "reports" | "suspension";

/** What the operator keeps people from, of an extension or a version. */
export interface RestrictionColumns {
  /** Set by the operator: when nobody could pull it any more; null for what is not kept from people. */
  taken_down_at: string | null;
  takedown_reason: string | null;
  /** Null with `taken_down_at` for a takedown of an earlier release. */
  takedown_kind: RestrictionKind | null;
  takedown_category: RestrictionCategory | null;
  takedown_by: RestrictionSource | null;
}

/** One extension; its metadata is that of the version it follows, or as edited since. */
export interface ExtensionTable extends RestrictionColumns {
  /** Short key that search joins by. */
  number: Generated<number>;
  id: Fixed<string>;
  /** It changes with the collective, when the extension is transferred. */
  name: string;
  collective_id: string;
  description: string;
  repository: string | null;
  homepage: string | null;
  license: string | null;
  platforms: string;
  labels: string;
  dependencies: string;
  content_types: string;
  content_names: string;
  /** Counts of the record's version as JSON; null where not all of its files could be read. */
  contents: ColumnType<string | null, string | null | undefined, string | null>;
  latest_stable: string | null;
  latest_rc: string | null;
  latest_beta: string | null;
  /** The version that the metadata was taken from. */
  record_version_id: string | null;
  /** Who published it first: a person, or a collective through its token. */
  author_user_id: string | null;
  author_collective_id: string | null;
  created_at: Fixed<string>;
  updated_at: string;
  yanked_at: string | null;
  yank_reason: string | null;
  deprecated_at: string | null;
  deprecated_by_user_id: string | null;
  deprecation_reason: string | null;
  superseded_by: string | null;
  /** Rises with each change of the repository: an older question is not about this one. */
  repository_generation: Generated<number>;
  /** 1, 0, or null while never checked. */
  repository_verified: number | null;
  repository_verified_at: string | null;
  repository_verified_url: string | null;
  /** The stored Verification of @svc/scorecard as JSON. */
  verification: string | null;
  pull_count: Generated<number>;
  /** Who may publish it; the stricter of this and the collective's holds. */
  publishing: Generated<PublishingSetting>;
  /** What it asks for before a version is published, beside its collective: a rule as JSON. */
  approval: Generated<string | null>;
  /** Percentage of the shown version's scorecard, as composed last; null without a version. */
  score: number | null;
  /** Points of that scorecard that could not be checked; null where that is not known. */
  score_unchecked: ColumnType<number | null, number | null | undefined, number | null>;
  /** Permissions of the record's version as JSON; null where it does not say. */
  permissions: string | null;
}

declare module "../../platform/store/schema.ts" {
  interface Schema {
    extension: ExtensionTable;
  }
}

export type ExtensionRow = Selectable<ExtensionTable>;
