import type { ReportDescriptor } from "@svc/core/descriptor";

/** What decides which reports a run makes (extension format reference §3.3, runtime reference 7). */
interface ReportChoice {
  /** Those of the behavior's type. */
  type: readonly string[];
  /** What the behavior itself says. */
  definition?: { require?: readonly string[]; skip?: readonly string[] } | undefined;
  /** What the person running it says. */
  flags?: ReportFlags | undefined;
}

/** What a person may say of reports when they run a method. */
export interface ReportFlags {
  /** Makes none but those the behavior requires. */
  skipAll?: boolean | undefined;
  skip?: readonly string[] | undefined;
  skipLabels?: readonly string[] | undefined;
  /** Makes only these and those the behavior requires. */
  only?: readonly string[] | undefined;
  onlyLabels?: readonly string[] | undefined;
}

/** A report to make. */
export interface ChosenReport {
  name: string;
  /** True when the behavior requires it: flags do not take it away. */
  required: boolean;
}

/** The names of the reports a run makes, each once; what a behavior skips is skipped. */
export function chosenReports({ type, definition, flags = {} }: ReportChoice): ChosenReport[] {
  const skip = new Set(definition?.skip ?? []);
  const required = new Set((definition?.require ?? []).filter((name) => !skip.has(name)));
  const offered = type.filter((name) => !skip.has(name) && !required.has(name));
  const kept = flags.skipAll
    ? []
    : offered.filter((name) => !flags.skip?.includes(name) && isAskedFor(name, flags));
  return [
    ...[...required].map((name) => ({ name, required: true })),
    ...[...new Set(kept)].map((name) => ({ name, required: false })),
  ];
}

/** True unless only others were asked for by name; labels are known once the report was found. */
function isAskedFor(name: string, { only = [], onlyLabels = [] }: ReportFlags): boolean {
  return only.length === 0 || only.includes(name) || onlyLabels.length > 0;
}

/** False for a report that labels leave out. */
export function labelsAllow(
  { name, required }: ChosenReport,
  { labels }: Pick<ReportDescriptor, "labels">,
  { only = [], onlyLabels = [], skipLabels = [] }: ReportFlags = {},
): boolean {
  if (required) return true;
  if (labels.some((label) => skipLabels.includes(label))) return false;
  if (onlyLabels.length === 0 || only.includes(name)) return true;
  return labels.some((label) => onlyLabels.includes(label));
}
