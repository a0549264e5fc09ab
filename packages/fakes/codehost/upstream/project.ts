import type { Issue, Project, Pull, State } from "../state/mod.ts";

/** A repository by `owner/name`; an error when there is none. */
export function projectNamed({ projects }: State, repository: string): Project {
  const [owner = "", name = ""] = repository.split("/");
  const project = projects.find(owner, name);
  if (!project) throw new Error(`there is no repository ${repository}`);
  return project;
}

/** An issue or pull request that is still there. */
export function issueNumbered(state: State, repository: string, number: number): Issue {
  const issue = state.issues.find(projectNamed(state, repository), number);
  if (!issue || issue.gone) throw new Error(`there is no ${repository}#${number}`);
  return issue;
}

/** A pull request. */
export function pullNumbered(state: State, repository: string, number: number): Pull {
  const pull = state.pulls.find(projectNamed(state, repository), number);
  if (!pull) throw new Error(`${repository}#${number} is not a pull request`);
  return pull;
}
