import type { components } from "@octokit/openapi-types";

/** The platform's workflow and workflow run, as its published description has them. */
export type Workflow = components["schemas"]["workflow"];
export type WorkflowRun = components["schemas"]["workflow-run"];

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

/**
 * The workflows and runs of repositories, which the emulator can serve but offers no way to make.
 * Everything is typed by the platform's published description, so that the compiler refuses a
 * field that the platform does not have or a missing one that it promises.
 */
export interface Actions {
  /** Adds a run, newest last, and its workflow when it is the first of that name. Gives its id. */
  add(repo: string, seed: RunSeed): number;
  /** Changes the latest attempt of a run, as time does. */
  change(repo: string, id: number, change: Partial<Pick<RunSeed, "status" | "conclusion">>): void;
  /** Starts another attempt of a run. */
  rerun(repo: string, id: number): void;
  /** A repository's workflows, by its full name. */
  workflows(repo: string): Workflow[];
  /** A repository's runs, newest first. */
  runs(repository: Repository): WorkflowRun[];
}

/** What the emulator says of the repository. */
export type Repository = components["schemas"]["minimal-repository"];

/** Empty state of workflows and runs for the host at `base`. */
export function createActions(base: string): Actions {
  const seeds = new Map<string, (RunSeed & { attempt: number })[]>();
  const update = (repo: string, id: number, change: Partial<RunSeed & { attempt: number }>) => {
    Object.assign(seeds.get(repo)![id - 1]!, change);
  };

  const workflows = (repo: string): Workflow[] => {
    const runs = seeds.get(repo) ?? [];
    const names = [...new Set(runs.map((run) => run.workflow))];
    return names.map((name, index) => workflow(base, repo, name, index + 1, runs[0]!.createdAt));
  };

  return {
    add(repo, seed) {
      const all = [...(seeds.get(repo) ?? []), { ...seed, attempt: 1 }];
      seeds.set(repo, all);
      return all.length;
    },
    change: update,
    rerun(repo, id) {
      const attempt = seeds.get(repo)![id - 1]!.attempt + 1;
      update(repo, id, { attempt, status: "queued", conclusion: null });
    },
    workflows,
    runs: (repository) =>
      (seeds.get(repository.full_name) ?? []).map((seed, index) =>
        run(base, repository, seed, workflows(repository.full_name), index + 1)
      ).reverse(),
  };
}

function workflow(base: string, repo: string, name: string, id: number, time: string): Workflow {
  const path = `.github/workflows/${name.toLowerCase()}.yml`;
  return {
    id,
    node_id: `W_${id}`,
    name,
    path,
    state: "active",
    created_at: time,
    updated_at: time,
    url: `${base}/repos/${repo}/actions/workflows/${id}`,
    html_url: `${base}/${repo}/blob/main/${path}`,
    badge_url: `${base}/${repo}/workflows/${name}/badge.svg`,
  };
}

function run(
  base: string,
  repository: Repository,
  seed: RunSeed & { attempt: number },
  workflows: readonly Workflow[],
  id: number,
): WorkflowRun {
  const url = `${base}/repos/${repository.full_name}/actions/runs/${id}`;
  const parent = workflows.find((candidate) => candidate.name === seed.workflow)!;
  return {
    id,
    node_id: `WFR_${id}`,
    name: seed.workflow,
    display_title: seed.title,
    head_branch: seed.branch,
    head_sha: seed.sha,
    path: parent.path,
    run_number: id,
    run_attempt: seed.attempt,
    event: seed.event,
    status: seed.status,
    conclusion: seed.conclusion,
    workflow_id: parent.id,
    workflow_url: parent.url,
    url,
    html_url: `${base}/${repository.full_name}/actions/runs/${id}`,
    pull_requests: [],
    created_at: seed.createdAt,
    updated_at: seed.createdAt,
    run_started_at: seed.createdAt,
    actor: repository.owner,
    triggering_actor: repository.owner,
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    check_suite_url: `${base}/repos/${repository.full_name}/check-suites/${id}`,
    artifacts_url: `${url}/artifacts`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    head_commit: null,
    repository,
    head_repository: repository,
  };
}
