import type { components } from "@octokit/openapi-types";
import { isEmpty, type Signature } from "../git/mod.ts";
import { apiTime, GHOST, type Level, LEVELS, type Project, type State } from "../state/mod.ts";
import { LICENSES, licenseShape } from "../template/templates.ts";
import { notFound, Refusal } from "./answer.ts";
import type { Asking, Call } from "./call.ts";

/** An account as it stands inside other answers. */
export type User = components["schemas"]["simple-user"];

/** A repository as `GET /repos/{owner}/{repo}` shows it. */
export type Repository = components["schemas"]["full-repository"];

/** The repository that a call is about, and how its caller sees it. */
export interface Seen {
  project: Project;
  repository: Repository;
}

/** Where something is looked up. */
type Where = Pick<Asking, "state">;

/** The host's time as the API writes it. */
export const timeOf = ({ state }: Where): string => apiTime(state.clock.now());

/** Address of a repository in the API. */
export const apiOf = ({ state }: Where, { owner, name }: Project): string =>
  `${state.base}/repos/${owner}/${name}`;

/** Address of a repository's pages. */
export const pageOf = ({ state }: Where, { owner, name }: Project): string =>
  `${state.base}/${owner}/${name}`;

/** A path's segments encoded one by one. */
export const encodedPath = (path: string): string =>
  path.split("/").map(encodeURIComponent).join("/");

/** An account by its login; null when there is none. A deleted one is `ghost`. */
export function userOf({ state }: Where, login: string | null): User | null {
  const account = login === null ? undefined : state.people.find(login);
  if (account === undefined) return null;
  const { id, kind } = account;
  const url = `${state.base}/users/${encodeURIComponent(account.login)}`;
  const avatar_url = `${state.base}/avatars/${id}`;
  return { login: account.login, id, url, avatar_url, gravatar_id: "", type: kind } as User;
}

/** The account of something that stays when its author is gone. */
export const authorOf = (call: Where, login: string): User =>
  userOf(call, login) ?? userOf(call, GHOST)!;

/** The end of the addresses with which accounts sign commits. */
const PRIVATE = "@users.noreply.github.com";

/** How an account signs what it commits now. */
export const signatureOf = (call: Where, login: string): Signature => ({
  name: login,
  email: `${login}${PRIVATE}`,
  date: timeOf(call),
});

/** How the platform signs what it commits itself. */
export const platformSignature = (call: Where): Signature => ({
  name: "GitHub",
  email: "noreply@github.com",
  date: timeOf(call),
});

/** The login of who signed, when an account's address stands there. */
export const loginOf = ({ email }: Signature): string | null =>
  email.endsWith(PRIVATE) ? email.slice(0, -PRIVATE.length) : null;

/** What somebody may do in a repository. Everybody may read a public one. */
export function levelOf({ people }: State, project: Project, login: string | null): Level {
  if (login === project.owner || people.find(project.owner)?.members.has(login ?? "")) {
    return "admin";
  }
  return project.collaborators.get(login ?? "") ?? (project.settings.private ? "none" : "read");
}

/** A repository as the caller sees it; undefined when they may not. */
export function shownTo(call: Asking, project: Project): Repository | undefined {
  const { state, login } = call;
  const level = LEVELS.indexOf(levelOf(state, project, login));
  if (level === 0) return undefined;
  const { id, owner, name, settings, parent } = project;
  const forks = state.projects.all().filter((one) => one.parent === project).length;
  const openIssues = state.issues.changed(project).filter(({ open }) => open).length;
  const license = LICENSES.find(({ key }) => key === project.license);
  const may = (least: Level) => level >= LEVELS.indexOf(least);
  return {
    id,
    name,
    full_name: `${owner}/${name}`,
    owner: userOf(call, owner)!,
    url: apiOf(call, project),
    html_url: pageOf(call, project),
    clone_url: `${pageOf(call, project)}.git`,
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
        triage: may("triage"),
        push: may("write"),
        maintain: may("maintain"),
        admin: may("admin"),
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
 * The repository that a call is about, to read its commits or, with `writableOf`, to write some.
 *
 * @throws Refusal 409 for one without a commit
 */
export async function committedOf(call: Call, of = repositoryOf): Promise<Seen> {
  const seen = of(call);
  if (await isEmpty(seen.project.git)) throw new Refusal(409, "Git Repository is empty.");
  return seen;
}

/** Notes that something was pushed. */
export const pushed = (call: Where, project: Project): void =>
  void (project.pushedAt = timeOf(call));
