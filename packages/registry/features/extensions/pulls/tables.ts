declare module "../../../platform/store/schema.ts" {
  interface Schema {
    extension_pulls: ExtensionPullsTable;
    first_steps_ended: FirstStepsEndedTable;
  }
}

/** How often an extension was pulled in a week; a week without pulls has no row. */
export interface ExtensionPullsTable {
  /** `""` for the week in which counting by week began; it has no pulls. */
  extension_id: string;
  /** Its Monday (UTC), as in `2026-11-23`. */
  week: string;
  pulls: number;
}

/** People who are past their first steps: the client pulled with a key of theirs, or they said so. */
export interface FirstStepsEndedTable {
  user_id: string;
  /** ISO 8601. */
  at: string;
}
