import { visibleName } from "@svc/core/text";

/** What a pulled extension holds, as far as its next step is concerned. */
export interface PulledContents {
  /** Its behavior types. */
  types: readonly string[];
  /** Its types of vaults. */
  vaults: readonly string[];
  /** Its types of datastores. */
  datastores: readonly string[];
  /** Its reports. */
  reports: readonly string[];
  /** Folders of its skills, relative to the repository. */
  skills: readonly string[];
}

/** Types that are named one by one; more are searched for. */
const NAMED = 5;

/**
 * What to do next with a pulled extension, a line each: the command that shows a type or a report, and
 * where coding agents find a skill. An extension's types need not have its name.
 */
export function nextSteps(
  { types, vaults, datastores, reports, skills }: PulledContents,
): string[] {
  const described = types.slice(0, NAMED).map((type) =>
    `See what it can do: svc model type describe ${visibleName(type)}`
  );
  return [
    ...described,
    ...(types.length > NAMED
      ? [`It has ${types.length - NAMED} more types: svc model type search`]
      : []),
    ...vaults.slice(0, NAMED).map((type) =>
      `Create a vault of its type: svc vault create ${visibleName(type)} <name>`
    ),
    ...datastores.slice(0, NAMED).map((type) =>
      `Keep this repository's data there: svc datastore setup extension ${visibleName(type)}`
    ),
    ...(reports.length > 0 ? ["See its reports: svc report type search"] : []),
    ...(skills.length > 0 ? [`Coding agents find its skills in ${skills.join(", ")}`] : []),
  ];
}
