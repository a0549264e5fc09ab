/** What tells two runs apart; the rest is derived. */
export interface RunSeed {
  workflow: string;
  title: string;
  branch: string;
  sha: string;
  event: string;
  status: "queued" | "in_progress" | "completed";
  conclusion: "success" | "failure" | "cancelled" | "timed_out" | "skipped" | null;
  /** ISO 8601. */
  createdAt: string;
}

/** A run of a workflow, in its latest attempt. */
export interface Run extends RunSeed {
  id: number;
  attempt: number;
}

/** A workflow, known by its runs. */
export interface Workflow {
  id: number;
  name: string;
  createdAt: string;
}

/** The workflows and runs of repositories, which no call of the API makes. */
export interface Actions {
  /** Adds a run, newest last, and its workflow when it is the first of that name. Gives its id. */
  add(repo: string, seed: RunSeed): number;
  /** Changes the latest attempt of a run, as time does. */
  change(repo: string, id: number, change: Partial<Pick<RunSeed, "status" | "conclusion">>): void;
  /** A repository's workflows, by its full name. */
  workflows(repo: string): Workflow[];
  /** A repository's runs, newest first. */
  runs(repo: string): Run[];
}

/** Empty state of workflows and runs. */
export function createActions(): Actions {
  const all = new Map<string, Run[]>();
  const runs = (repo: string) => all.get(repo) ?? [];
  return {
    add(repo, seed) {
      const id = runs(repo).length + 1;
      all.set(repo, [...runs(repo), { ...seed, id, attempt: 1 }]);
      return id;
    },
    change: (repo, id, change) => void Object.assign(runs(repo)[id - 1]!, change),
    workflows(repo) {
      const names = [...new Set(runs(repo).map(({ workflow }) => workflow))];
      const { createdAt = "" } = runs(repo)[0] ?? {};
      return names.map((name, index) => ({ name, id: index + 1, createdAt }));
    },
    runs: (repo) => runs(repo).toReversed(),
  };
}
