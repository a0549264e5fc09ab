/** Which checks of a type run. */
export interface CheckRules {
  /** Run whatever the run itself says. */
  require: readonly string[];
  /** Left out by the definition. */
  skip: readonly string[];
  /** Left out for this run: by name, by label, or all. */
  skipNow: readonly string[];
  skipLabels: readonly string[];
  skipAll: boolean;
  /** The only ones of the module that count; all when absent. */
  of?: readonly string[];
}

/** What decides whether a check runs. */
export interface Selectable {
  labels?: readonly string[];
  appliesTo?: readonly string[];
}

/**
 * True when a check runs before `method`: it applies to it, the definition does not skip it, and the
 * run does not skip it or the definition requires it.
 */
export function checkRuns(
  name: string,
  { labels = [], appliesTo = [] }: Selectable,
  method: string,
  rules: CheckRules,
): boolean {
  if (appliesTo.length > 0 && !appliesTo.includes(method)) return false;
  if (rules.of?.includes(name) === false) return false;
  if (rules.skip.includes(name)) return false;
  if (rules.require.includes(name)) return true;
  return !rules.skipAll && !rules.skipNow.includes(name) &&
    !labels.some((label) => rules.skipLabels.includes(label));
}
