import type { components } from "@octokit/openapi-types";
import type { Project } from "../state/mod.ts";
import { notFound } from "./answer.ts";
import type { Call } from "./call.ts";

/** A repository as `GET /repos/{owner}/{repo}` shows it. */
export type Repository = components["schemas"]["full-repository"];

/**
 * The repository that a call is about, as the caller may see it.
 *
 * @throws Refusal 404 when it is absent or the caller may not see it
 */
export async function repositoryOf(
  call: Call,
): Promise<{ project: Project; repository: Repository }> {
  const { owner, repo } = call.params as { owner: string; repo: string };
  const project = call.state.projects.find(owner, repo);
  const told = project && await call.emulated("GET", `/repos/${project.owner}/${project.name}`);
  if (told?.status !== 200) throw notFound();
  return { project: project!, repository: fullRepository(JSON.parse(told.text)) };
}

/** The emulator's repository with what the platform shows beside when it is asked for one. */
export function fullRepository(repository: MinimalRepository): Repository {
  return {
    network_count: repository.forks_count,
    subscribers_count: repository.watchers_count,
    ...repository,
  } as Repository;
}

/** A repository as it stands inside other answers. */
export type MinimalRepository = components["schemas"]["minimal-repository"];

/** The short form of a repository, which the description gives other optional fields. */
export const minimalRepository = (repository: Repository): MinimalRepository =>
  repository as MinimalRepository;
