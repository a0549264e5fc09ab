import type { components } from "@octokit/openapi-types";
import { apiTime, type Project } from "../state/mod.ts";
import { isEmpty } from "../git/mod.ts";
import { notFound, Refusal } from "./answer.ts";
import type { Asking, Call } from "./call.ts";

/** A repository as `GET /repos/{owner}/{repo}` shows it. */
export type Repository = components["schemas"]["full-repository"];

/** A repository as it stands inside other answers. */
export type MinimalRepository = components["schemas"]["minimal-repository"];

/** The repository that a call is about, and how its caller sees it. */
export interface Seen {
  project: Project;
  repository: Repository;
}

/**
 * The repository that a call is about.
 *
 * @throws Refusal 404 when it is absent or the caller may not see it
 */
export async function repositoryOf(call: Call): Promise<Seen> {
  const { owner, repo } = call.params as { owner: string; repo: string };
  const project = call.state.projects.find(owner, repo);
  const repository = project && await shownTo(call, project);
  if (!project || !repository) throw notFound();
  return { project, repository };
}

/** A repository as the caller sees it; undefined when they may not. */
export async function shownTo(call: Asking, project: Project): Promise<Repository | undefined> {
  const told = await call.emulated("GET", `/repos/${project.owner}/${project.name}`);
  if (told.status !== 200) return undefined;
  const repository = JSON.parse(told.text) as Repository;
  const permissions = await permissionsOf(call, project);
  return { ...repository, ...permissions && { permissions } };
}

/**
 * As {@link repositoryOf}, for a change of the repository's contents.
 *
 * @throws Refusal 401 without a token, 404 without the right to push
 */
export async function writableOf(call: Call): Promise<Seen> {
  const seen = await repositoryOf(call);
  if (call.login === null) throw new Refusal(401, "Requires authentication");
  if (!seen.repository.permissions?.push) throw notFound();
  return seen;
}

/**
 * Refuses for a repository without a commit.
 *
 * @throws Refusal 409
 */
export async function refuseEmpty({ git }: Project): Promise<void> {
  if (await isEmpty(git)) throw new Refusal(409, "Git Repository is empty.");
}

/** Notes that something was pushed. */
export function pushed(call: Call, project: Project): void {
  project.pushedAt = apiTime(call.state.clock.now());
}

/** The short form of a repository, which the description gives other optional fields. */
export const minimalRepository = (repository: Repository): MinimalRepository =>
  repository as MinimalRepository;

type Permissions = NonNullable<Repository["permissions"]>;

const LEVELS = ["pull", "triage", "push", "maintain", "admin"] as const;
const LEVEL_NAMES: Readonly<Record<string, typeof LEVELS[number]>> = {
  read: "pull",
  write: "push",
};

/** What the caller may do, or undefined for nobody. */
async function permissionsOf(call: Asking, project: Project): Promise<Permissions | undefined> {
  if (call.login === null) return undefined;
  const level = await levelOf(call, project, call.login);
  return Object.fromEntries(LEVELS.map((one, index) => [one, index <= level])) as Permissions;
}

/** Whether somebody may push to a repository that the caller sees. */
export const mayPush = async (call: Asking, project: Project, login: string): Promise<boolean> =>
  await levelOf(call, project, login) >= LEVELS.indexOf("push");

/** How much somebody may do, as a place in {@link LEVELS}. */
async function levelOf(call: Asking, project: Project, login: string): Promise<number> {
  if (login === project.owner) return LEVELS.indexOf("admin");
  const path = `/repos/${project.owner}/${project.name}/collaborators/${login}/permission`;
  const told = await call.emulated("GET", path);
  const name: string = told.status === 200 ? JSON.parse(told.text).permission : "read";
  return LEVELS.indexOf(LEVEL_NAMES[name] ?? name as "pull");
}
