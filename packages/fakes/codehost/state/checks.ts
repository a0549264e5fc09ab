import type { components } from "@octokit/openapi-types";

/** What the platform's description has for a check run, a status, and all statuses of a commit. */
export type CheckRun = components["schemas"]["check-run"];
export type Status = components["schemas"]["status"];
export type CombinedStatus = components["schemas"]["combined-commit-status"];

/** What was reported for commits: check runs, and statuses, which are older and simpler. */
export interface Checks {
  /** Keeps a run and gives it an id. */
  addRun(project: number, run: Omit<CheckRun, "id" | "node_id" | "url" | "output">): CheckRun;
  /** Changes a run; undefined when there is none of that id. */
  changeRun(project: number, id: number, change: Partial<CheckRun>): CheckRun | undefined;
  /** The runs of a commit, newest first. */
  runsOf(project: number, sha: string): CheckRun[];
  addStatus(
    project: number,
    sha: string,
    status: Omit<Status, "id" | "node_id" | "url" | "avatar_url">,
  ): Status;
  /** The latest status of each context, newest first. */
  statusesOf(project: number, sha: string): Status[];
}

/** No checks yet. `base` is the host's address. */
export function createChecks(base: string): Checks {
  const runs: { project: number; run: CheckRun }[] = [];
  const statuses: { project: number; sha: string; status: Status }[] = [];

  return {
    addRun(project, given) {
      const id = runs.length + 1;
      const url = `${base}/repositories/${project}/check-runs/${id}`;
      const run: CheckRun = { ...given, id, node_id: `CR_${id}`, url, output: noOutput(url) };
      runs.push({ project, run });
      return run;
    },
    changeRun(project, id, change) {
      const found = runs.find((one) => one.project === project && one.run.id === id);
      return found && Object.assign(found.run, change);
    },
    runsOf: (project, sha) =>
      runs.filter((one) => one.project === project && one.run.head_sha === sha)
        .map(({ run }) => run).reverse(),
    addStatus(project, sha, given) {
      const id = statuses.length + 1;
      const url = `${base}/repositories/${project}/statuses/${sha}`;
      const status: Status = { ...given, id, node_id: `SC_${id}`, url, avatar_url: null };
      statuses.push({ project, sha, status });
      return status;
    },
    statusesOf(project, sha) {
      const newestFirst = statuses.filter((one) => one.project === project && one.sha === sha)
        .map(({ status }) => status).reverse();
      return [...Map.groupBy(newestFirst, ({ context }) => context.toLowerCase()).values()]
        .map((ofContext) => ofContext[0]!);
    },
  };
}

/** What a run says that reports nothing beside its conclusion. */
function noOutput(url: string): CheckRun["output"] {
  const annotations = { annotations_count: 0, annotations_url: `${url}/annotations` };
  return { title: null, summary: null, text: null, ...annotations };
}
