import type { components } from "@octokit/openapi-types";
import { isEmpty } from "../git/mod.ts";
import { apiTime, type Level, LEVELS, type Project, type State } from "../state/mod.ts";
import { LICENSES, licenseShape } from "../template/mod.ts";
import { notFound, Refusal } from "./answer.ts";
import type { Asking, Call } from "./call.ts";
import { userOf } from "./user.ts";

/** A repository as `GET /repos/{owner}/{repo}` shows it. */
export type Repository = components["schemas"]["full-repository"];

/** The repository that a call is about, and how its caller sees it. */
export interface Seen {
  project: Project;
  repository: Repository;
}

/** What somebody may do in a repository. Everybody may read a public one. */
export function levelOf({ people }: State, project: Project, login: string | null): Level {
  if (login === project.owner || people.find(project.owner)?.members.has(login ?? "")) {
    return "admin";
  }
  return project.collaborators.get(login ?? "") ?? (project.settings.private ? "none" : "read");
}

/** Whether somebody may do at least that. */
export const may = (call: Asking, project: Project, level: Level, login = call.login): boolean =>
  login !== null && LEVELS.indexOf(levelOf(call.state, project, login)) >= LEVELS.indexOf(level);

/** A repository as the caller sees it; undefined when they may not. */
export function shownTo(call: Asking, project: Project): Repository | undefined {
  const { state, login } = call;
  if (levelOf(state, project, login) === "none") return undefined;
  const { id, owner, name, settings, parent } = project;
  const path = `${owner}/${name}`;
  const page = `${state.base}/${path}`;
  const host = new URL(state.base).hostname;
  const forks = state.projects.all().filter((one) => one.parent === project).length;
  const openIssues = state.issues.of(project).all().filter(({ open }) => open).length;
  const license = LICENSES.find(({ key }) => key === project.license);
  return {
    id,
    name,
    full_name: path,
    owner: userOf(call, owner)!,
    url: `${state.base}/repos/${path}`,
    html_url: page,
    clone_url: `${page}.git`,
    git_url: `git://${host}/${path}.git`,
    ssh_url: `git@${host}:${path}.git`,
    svn_url: page,
    fork: parent !== null,
    ...settings,
    license: license ? licenseShape(state.base, license) : null,
    created_at: project.createdAt,
    updated_at: project.createdAt,
    pushed_at: project.pushedAt ?? project.createdAt,
    forks,
    forks_count: forks,
    network_count: state.projects.network(project).length - 1,
    open_issues: openIssues,
    open_issues_count: openIssues,
    subscribers_count: project.stars.size,
    stargazers_count: project.stars.size,
    watchers_count: project.stars.size,
    watchers: project.stars.size,
    ...login !== null && {
      permissions: {
        pull: true,
        triage: may(call, project, "triage"),
        push: may(call, project, "write"),
        maintain: may(call, project, "maintain"),
        admin: may(call, project, "admin"),
      },
    },
  } as unknown as Repository;
}

/**
 * The repository that a call is about.
 *
 * @throws Refusal 404 when it is absent or the caller may not see it
 */
export function repositoryOf(call: Call): Seen {
  const { owner, repo } = call.params as { owner: string; repo: string };
  const project = call.state.projects.find(owner, repo);
  const repository = project && shownTo(call, project);
  if (!project || !repository) throw notFound();
  return { project, repository };
}

/**
 * As {@link repositoryOf}, for a change of the repository's contents.
 *
 * @throws Refusal 401 without a token, 404 without the right to push
 */
export function writableOf(call: Call): Seen {
  const seen = repositoryOf(call);
  loggedIn(call);
  if (!seen.repository.permissions?.push) throw notFound();
  return seen;
}

/**
 * As {@link repositoryOf}, for what only its administrators may do.
 *
 * @throws Refusal 403 for others
 */
export function administeredOf(call: Call): Seen {
  const seen = repositoryOf(call);
  loggedIn(call);
  if (!seen.repository.permissions?.admin) {
    throw new Refusal(403, "Must have admin rights to Repository.");
  }
  return seen;
}

/** @throws Refusal 401 without a token */
export function loggedIn({ login }: Asking): string {
  if (login === null) throw new Refusal(401, "Requires authentication");
  return login;
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
export function pushed({ state }: Pick<Call, "state">, project: Project): void {
  project.pushedAt = apiTime(state.clock.now());
}
