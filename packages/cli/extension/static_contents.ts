import { plainEntry } from "@svc/core/entry";
import type { InstallPlan } from "@svc/runtime/installed";
import type { Archive } from "@svc/scorecard/archive";
import { contentsOf } from "@svc/scorecard/contents";

/** What an extension brings that is no code: how it is said, and the skills to be agreed to. */
export interface StaticContents {
  /** What svc stores without running it; undefined when there is none. */
  stored: string | undefined;
  /**
   * Names of the skills that are new, or other than those that are there: a coding agent follows what
   * they say.
   */
  skills: string[];
  /** What they are and where they go, for people. */
  lines: string[];
}

/** What an extension brings beside its code. @param known the person has agreed to it before */
export function staticContentsOf(
  archive: Pick<Archive, "manifest" | "files" | "descriptor">,
  { name, version, skills, changedSkills }: InstallPlan,
  { known }: { known: boolean },
): StaticContents {
  const { workflows, drivers } = archive.manifest;
  const stored = [count(workflows, "workflow"), count(drivers, "driver")].filter((text) => text);
  const what = `${name} ${version}`;
  const asked = known ? changedSkills : archive.manifest.skills.map(plainEntry);
  const described = new Map(
    contentsOf(archive).skills.map(({ dirName, description }) => [dirName, description]),
  );
  return {
    stored: stored.length === 0
      ? undefined
      : `${what} holds ${stored.join(" and ")}, which svc stores but does not run.`,
    skills: asked,
    lines: asked.length === 0 ? [] : [
      `${what} brings skills, which coding agents in this repository will follow:`,
      ...asked.map((one) => `  ${[one, described.get(one) ?? ""].join("  ").trimEnd()}`),
      `They go to ${skills.join(", ")}.`,
    ],
  };
}

function count(list: readonly unknown[], noun: string): string {
  return list.length === 0 ? "" : `${list.length} ${noun}${list.length === 1 ? "" : "s"}`;
}
