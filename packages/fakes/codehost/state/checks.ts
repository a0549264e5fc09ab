import type { Project } from "./project.ts";
import { createRows, type Rows } from "./rows.ts";

/** A check run, named as in the API. */
export interface CheckRun {
  id: number;
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
export interface Status {
  id: number;
  project: Project;
  sha: string;
  state: string;
  context: string;
  description: string | null;
  target_url: string | null;
  created_at: string;
}

/** What was reported for commits. */
export interface Checks {
  runs: Rows<CheckRun, Project>;
  statuses: Rows<Status, Project>;
  /** The runs of a commit, newest first. */
  runsOf(project: Project, sha: string): CheckRun[];
  /** Every status of a commit, newest first. */
  everyStatusOf(project: Project, sha: string): Status[];
  /** The latest status of each context, newest first. */
  statusesOf(project: Project, sha: string): Status[];
}

/** No checks yet. */
export function createChecks(): Checks {
  const runs = createRows<CheckRun, Project>(({ project }) => project);
  const statuses = createRows<Status, Project>(({ project }) => project);
  const everyStatusOf = (project: Project, sha: string) =>
    statuses.of(project).filter((one) => one.sha === sha).toReversed();
  return {
    runs,
    statuses,
    runsOf: (project, sha) => runs.of(project).filter((run) => run.head_sha === sha).toReversed(),
    everyStatusOf,
    statusesOf: (project, sha) =>
      [...Map.groupBy(everyStatusOf(project, sha), ({ context }) => context.toLowerCase()).values()]
        .map((ofContext) => ofContext[0]!),
  };
}
