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
  /** Every status of a commit, newest first. */
  everyStatusOf(project: number, sha: string): Status[];
  /** The latest status of each context, newest first. */
  statusesOf(project: number, sha: string): Status[];
}

/** No checks yet. `base` is the host's address. */
export function createChecks(base: string): Checks {
  const runs: { project: number; run: CheckRun }[] = [];
  const runsBySha = new Map<string, CheckRun[]>();
  const statuses = new Map<string, Status[]>();
  let lastStatus = 0;
  const everyStatusOf = (project: number, sha: string) =>
    (statuses.get(`${project} ${sha}`) ?? []).toReversed();

  return {
    addRun(project, given) {
      const id = runs.length + 1;
      const url = `${base}/repositories/${project}/check-runs/${id}`;
      const run: CheckRun = { ...given, id, node_id: `CR_${id}`, url, output: noOutput(url) };
      runs.push({ project, run });
      append(runsBySha, `${project} ${run.head_sha}`, run);
      return run;
    },
    changeRun(project, id, change) {
      const found = runs[id - 1];
      return found?.project === project ? Object.assign(found.run, change) : undefined;
    },
    runsOf: (project, sha) => (runsBySha.get(`${project} ${sha}`) ?? []).toReversed(),
    addStatus(project, sha, given) {
      const id = ++lastStatus;
      const url = `${base}/repositories/${project}/statuses/${sha}`;
      const status: Status = { ...given, id, node_id: `SC_${id}`, url, avatar_url: null };
      append(statuses, `${project} ${sha}`, status);
      return status;
    },
    everyStatusOf,
    statusesOf: (project, sha) =>
      [...Map.groupBy(everyStatusOf(project, sha), ({ context }) => context.toLowerCase()).values()]
        .map((ofContext) => ofContext[0]!),
  };
}

function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/** What a run says that reports nothing beside its conclusion. */
function noOutput(url: string): CheckRun["output"] {
  const annotations = { annotations_count: 0, annotations_url: `${url}/annotations` };
  return { title: null, summary: null, text: null, ...annotations };
}
