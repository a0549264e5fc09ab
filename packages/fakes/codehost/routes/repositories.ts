import {
  administeredOf,
  type Call,
  empty,
  invalid,
  json,
  loggedIn,
  notFound,
  paged,
  Refusal,
  type Repository,
  repositoryOf,
  type Routes,
  shownTo,
  signatureOf,
  userOf,
  writableOf,
} from "../call/mod.ts";
import { findRef, refsBelow } from "../git/mod.ts";
import { changedSettings, type Level, type Project, SETTINGS, sourceOf } from "../state/mod.ts";
import { GITIGNORES, LICENSES } from "../template/templates.ts";

/** Repositories themselves: made, changed, renamed, forked, transferred, deleted. */
export const repositoryRoutes: Routes = {
  "GET /repos/{owner}/{repo}": (call) => {
    const { project, repository } = repositoryOf(call);
    const { parent } = project;
    if (!parent) return json(repository);
    const origin = { parent: shownTo(call, parent), source: shownTo(call, sourceOf(project)) };
    return json({ ...repository, ...origin });
  },

  "POST /user/repos": (call) => create(call, loggedIn(call)),
  "POST /orgs/{org}/repos": (call) => create(call, organizationAsked(call, call.params.org!)),

  "PATCH /repos/{owner}/{repo}": async (call) => {
    const { project } = administeredOf(call);
    const { default_branch: branch, name = project.name } = call.body as Partial<Sent>;
    if (branch !== undefined) {
      if (!await findRef(project.git, `refs/heads/${branch}`)) {
        throw invalid([], `The branch ${branch} was not found. Please push that ref first.`);
      }
      await project.git.text(["symbolic-ref", "HEAD", `refs/heads/${branch}`]);
    }
    if (name !== project.name) {
      refuseTaken(call, project.owner, name);
      call.state.projects.rename(project, name);
    }
    project.settings = changedSettings(project.settings, call.body);
    return json(shownTo(call, project));
  },

  "DELETE /repos/{owner}/{repo}": (call) => {
    const { project } = administeredOf(call);
    call.state.projects.remove(project.id);
    for (const other of call.state.projects.all()) {
      for (const pull of call.state.issues.pulls(other)) {
        if (pull.source === project) pull.source = null;
      }
    }
    return empty();
  },

  "GET /repos/{owner}/{repo}/forks": (call) => {
    const { project } = repositoryOf(call);
    const forks = call.state.projects.all().filter(({ parent }) => parent === project).toReversed();
    return paged(call, shownAll(call, forks));
  },

  "POST /repos/{owner}/{repo}/forks": async (call) => {
    const { project } = repositoryOf(call);
    const { organization, name = project.name, default_branch_only: only } = call.body as {
      organization?: string;
      name?: string;
      default_branch_only?: boolean;
    };
    const login = loggedIn(call);
    const owner = organization === undefined ? login : organizationAsked(call, organization);
    const own = call.state.projects.all().find((one) =>
      one.parent === project && one.owner.toLowerCase() === owner.toLowerCase()
    );
    // Who forks again gets the fork they have.
    if (own) return json(shownTo(call, own), 202);
    const fork = call.state.open({ owner, name, settings: project.settings, parent: project });
    fork.pushedAt = project.pushedAt;
    await copy(project, fork, only === true ? project.settings.default_branch : "*");
    return json(shownTo(call, fork), 202);
  },

  "PUT /repos/{owner}/{repo}/topics": (call) => {
    const { project } = writableOf(call);
    const names = (call.body as { names: string[] }).names.map((name) => name.toLowerCase());
    if (names.length > MOST_TOPICS) {
      throw invalid([`A repository cannot have more than ${MOST_TOPICS} topics.`]);
    }
    if (!names.every((name) => /^[a-z0-9][a-z0-9-]{0,49}$/.test(name))) {
      throw invalid([
        "Topics must start with a lowercase letter or number, consist of 50 characters or less, and can include hyphens.",
      ]);
    }
    project.settings = { ...project.settings, topics: names };
    return json({ names });
  },

  // Nobody is invited here, everybody is let in at once, as members of an organization are.
  "PUT /repos/{owner}/{repo}/collaborators/{username}": (call) => {
    const { project } = administeredOf(call);
    const { permission = "push" } = call.body as { permission?: string };
    const user = userOf(call, call.params.username!);
    if (!user) throw notFound();
    const level = { pull: "read", push: "write" }[permission] ?? permission;
    project.collaborators.set(user.login, level as Level);
    return empty();
  },

  "PUT /user/starred/{owner}/{repo}": (call) => {
    repositoryOf(call).project.stars.add(loggedIn(call));
    return empty();
  },
};

/** The most topics of a repository. */
const MOST_TOPICS = 20;

interface Sent {
  name: string;
  description?: string;
  default_branch?: string;
  auto_init?: boolean;
  license_template?: string;
  gitignore_template?: string;
}

/** The login of an organization that the caller is a member of. */
function organizationAsked({ state, login }: Call, organization: string): string {
  const found = state.people.find(organization);
  if (found?.kind !== "Organization") throw notFound();
  if (!found.members.has(login ?? "")) throw new Refusal(403, "Forbidden");
  return found.login;
}

function refuseTaken({ state }: Call, owner: string, name: string): void {
  if (!state.projects.find(owner, name)) return;
  const message = "name already exists on this account";
  const fault = { resource: "Repository", code: "custom", field: "name", message } as const;
  throw invalid([fault], "Repository creation failed.");
}

/** Makes a repository for an account, with what it is asked to begin with. */
function create(call: Call, owner: string): Response {
  const sent = call.body as unknown as Sent;
  refuseTaken(call, owner, sent.name);
  const files = firstFiles(call, owner, sent);
  const settings = changedSettings(SETTINGS, call.body);
  const first = {
    branch: settings.default_branch,
    message: "Initial commit",
    by: signatureOf(call, call.login!),
    files,
  };
  const project = call.state.open({
    owner,
    name: sent.name,
    settings,
    license: sent.license_template?.toLowerCase() ?? null,
    first: Object.keys(files).length > 0 ? first : undefined,
  });
  return json(shownTo(call, project), 201);
}

/** What a new repository is asked to begin with. */
function firstFiles(call: Call, account: string, sent: Sent): Record<string, string> {
  const files: Record<string, string> = {};
  const { name, description, license_template: key, gitignore_template: ignore } = sent;
  if (sent.auto_init) files["README.md"] = readme(name, description);
  if (ignore !== undefined) {
    if (!Object.hasOwn(GITIGNORES, ignore)) throw unknown("gitignore_template");
    files[".gitignore"] = GITIGNORES[ignore]!;
  }
  if (key !== undefined) {
    const license = LICENSES.find((one) => one.key === key.toLowerCase());
    if (!license) throw unknown("license_template");
    const year = new Date(call.state.clock.now()).getUTCFullYear();
    files.LICENSE = license.text(year, account);
  }
  return files;
}

/** The first file of a repository. */
export const readme = (name: string, description: string | undefined): string =>
  `# ${name}\n${description ? `\n${description}\n` : ""}`;

const unknown = (field: string) => {
  const message = `${field} is an unknown template`;
  return invalid([{ resource: "Repository", code: "custom", field, message }]);
};

/** Copies one branch, or with `*` every branch and tag. */
async function copy(from: Project, to: Project, branch: string): Promise<void> {
  const heads = await refsBelow(from.git, "refs/heads/");
  if (heads.length === 0) return;
  const specs = [`+refs/heads/${branch}:refs/heads/${branch}`];
  if (branch === "*") specs.push("+refs/tags/*:refs/tags/*");
  await to.git.text(["fetch", "--quiet", "--no-tags", from.git.folder, ...specs]);
}

/** What the caller may see of repositories, each once. */
export const shownAll = (call: Call, projects: readonly Project[]): Repository[] =>
  [...new Set(projects)].map((one) => shownTo(call, one)).filter((one) => one !== undefined);
