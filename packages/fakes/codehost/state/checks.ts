import type { Project } from "./project.ts";
import type { Row, Rows } from "./rows.ts";

/** A check run, named as in the API. */
export interface CheckRun extends Row {
  project: Project;
  name: string;
  head_sha: string;
  status: "queued" | "in_progress" | "completed";
  conclusion: string | null;
  details_url: string | null;
  started_at: string;
  completed_at: string | null;
}

/** A commit status, which is older and simpler. */
export interface Status extends Row {
  project: Project;
  head_sha: string;
  state: string;
  context: string;
  description: string | null;
  target_url: string | null;
  createdAt: string;
}

/** What was reported for a commit, newest first. */
export const reportsOf = <T extends CheckRun | Status>(
  rows: Rows<T, Project>,
  project: Project,
  sha: string,
): T[] => rows.of(project).filter(({ head_sha }) => head_sha === sha).toReversed();

/** The first of each name: of what is newest first the latest. */
export const latestOf = <T>(reports: readonly T[], nameOf: (report: T) => string): T[] =>
  [...Map.groupBy(reports, nameOf).values()].map((ofName) => ofName[0]!);
