import { REPOSITORY_HOSTS_TEXT } from "./hosts.ts";

/**
 * The rubric that stands. A new factor, other points or another rule is a new rubric: scores that
 * were stored under the one before are composed again.
 */
export const RUBRIC_VERSION = 1;

/** Where a factor's data lives (spec §2.6, factor data scopes). */
type FactorScope = "version" | "package" | "verification";

/** One row of the scorecard rubric. */
export interface FactorRow {
  id: string;
  label: string;
  points: number;
  scope: FactorScope;
  /** What earns the points, for people. */
  earnedWhen: string;
  /** What to do when it is lost: the shortest fix. */
  remedy: string;
}

/** The active factors (spec §2.6), in the order they are shown. */
export const FACTORS = [
  {
    id: "has-readme",
    label: "Has README or module doc",
    points: 2,
    scope: "version",
    earnedWhen:
      "README.md, README.MD, readme.md or Readme.md is at the extension root or directly under files/.",
    remedy: "Add README.md next to the manifest and list it under additionalFiles.",
  },
  {
    id: "readme-example",
    label: "README has a code example",
    points: 1,
    scope: "version",
    earnedWhen: "The README has at least one fenced code block.",
    remedy: "Add a fenced code block, between lines of ```, that shows the first command to run.",
  },
  {
    id: "rich-readme",
    label: "README is substantive",
    points: 1,
    scope: "version",
    earnedWhen: "The README has at least 500 characters and at least two fenced code blocks.",
    remedy: "Write at least 500 characters and two fenced code blocks.",
  },
  {
    id: "symbols-docs",
    label: "Most symbols documented",
    points: 1,
    scope: "version",
    earnedWhen: "At least 80% of the exported symbols of all entry points have a doc comment.",
    remedy: "Write a /** … */ comment above each exported symbol listed here.",
  },
  {
    id: "fast-check",
    label: "No slow types",
    points: 1,
    scope: "version",
    earnedWhen: "The documentation linter reports no slow-type diagnostics.",
    remedy: "Give each export listed here an explicit type. Where nothing imports it, remove " +
      "'export': that earns the same.",
  },
  {
    id: "description",
    label: "Has description",
    points: 1,
    scope: "package",
    earnedWhen: "The description is not empty.",
    remedy: "Add a line 'description: …' to the manifest.",
  },
  {
    id: "platforms",
    label: "Platform support declared (or universal)",
    points: 2,
    scope: "package",
    earnedWhen: "platforms has entries, or is empty, which means all platforms.",
    remedy: "List the platforms, or leave 'platforms' out when the extension runs anywhere.",
  },
  {
    id: "has-license",
    label: "License declared",
    points: 1,
    scope: "package",
    earnedWhen: "A license is set, or a license file is at the root or directly under files/.",
    remedy: "Add a LICENSE file and list it under additionalFiles, or set 'license'.",
  },
  {
    id: "repository-verified",
    label: "Verified public repository",
    points: 2,
    scope: "verification",
    earnedWhen:
      `The repository is public on ${REPOSITORY_HOSTS_TEXT}, confirmed by the host's API.`,
    remedy:
      `Set 'repository' to the https address of a public repository on ${REPOSITORY_HOSTS_TEXT}.`,
  },
  {
    id: "dependency-trust",
    label: "Dependencies pass trust audit",
    points: 2,
    scope: "version",
    earnedWhen: "Every npm dependency passes the trust audit; jsr dependencies are trusted.",
    remedy: "Replace or upgrade the dependencies listed here.",
  },
] as const satisfies readonly FactorRow[];

/** The id of a factor. */
export type FactorId = typeof FACTORS[number]["id"];

/** The ids of the factors, in the order they are shown. */
export const FACTOR_IDS = FACTORS.map(({ id }) => id) as [FactorId, ...FactorId[]];

/** The provenance factor: defined, counted only when the flag is on (spec §2.6). */
export const PROVENANCE_FACTOR = {
  id: "provenance",
  label: "Published with provenance",
  points: 1,
  scope: "version",
  earnedWhen: "The version carries a verified provenance statement.",
  remedy: "Publish from CI with a trusted publisher, or with --sign.",
} as const satisfies FactorRow;

/** Points all factors are worth: the server-side divisor. */
export const SERVER_DIVISOR: number = FACTORS.reduce((sum, factor) => sum + factor.points, 0);

/** Letter grades and the percentage each needs (spec §2.6), best first. */
export const GRADES = [["A", 90], ["B", 75], ["C", 60], ["D", 40], ["F", 0]] as const;

/** A letter grade. */
export type Grade = typeof GRADES[number][0];

/** The grades, best first. */
export const GRADE_NAMES = GRADES.map(([name]) => name) as [Grade, ...Grade[]];

/** Whole percent, rounded down, computed in integers so that 13/14 is never 92.857…. */
export function percentage(earned: number, divisor: number): number {
  return divisor === 0 ? 0 : Math.floor((earned * 100) / divisor);
}

/** The grade of a score, compared in integers: earned × 100 ≥ minimum × divisor. */
export function gradeOf(earned: number, divisor: number): Grade {
  for (const [grade, minimum] of GRADES) {
    if (earned * 100 >= minimum * divisor) return grade;
  }
  return "F";
}
