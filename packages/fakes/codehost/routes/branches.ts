import {
  type Call,
  invalid,
  json,
  paged,
  pushed,
  Refusal,
  repositoryOf,
  type Routes,
  writableOf,
} from "../call/mod.ts";
import { findCommit, findRef, isRefName, moveRef, type Ref, refsBelow } from "../git/mod.ts";
import { apiOf, commits, pageOf } from "../shape/mod.ts";
import type { Project } from "../state/mod.ts";

const HEADS = "refs/heads/";

/** Branches. */
export const branchRoutes: Routes = {
  "GET /repos/{owner}/{repo}/branches": async (call) => {
    const { project } = await repositoryOf(call);
    const heads = await refsBelow(project.git, HEADS);
    const kept = heads.filter(() => call.url.searchParams.get("protected") !== "true");
    return paged(call, kept, (slice) => slice.map((head) => short(call, project, head)));
  },

  "GET /repos/{owner}/{repo}/branches/{branch}": async (call) => {
    const { project } = await repositoryOf(call);
    const { branch } = call.params as { branch: string };
    return json(await full(call, project, await branchOf(project, branch)));
  },

  "POST /repos/{owner}/{repo}/branches/{branch}/rename": async (call) => {
    const { project, repository } = await writableOf(call);
    const { git } = project;
    const before = await branchOf(project, call.params.branch!);
    const name = `${HEADS}${call.body.new_name}`;
    if (!await isRefName(git, name) || await findRef(git, name)) {
      throw invalid([], `Branch name ${call.body.new_name} is invalid or taken`);
    }
    await moveRef(git, name, null, before.sha);
    await moveRef(git, before.name, before.sha, null);
    if (repository.default_branch === call.params.branch) {
      const changed = { default_branch: call.body.new_name as string };
      await call.emulated("PATCH", `/repos/${project.owner}/${project.name}`, changed);
    }
    pushed(call, project);
    return json(await full(call, project, { ...before, name }), 201);
  },
};

async function branchOf(project: Project, branch: string): Promise<Ref> {
  const found = await findRef(project.git, HEADS + branch);
  if (found) return found;
  throw new Refusal(404, "Branch not found");
}

const urlOf = (call: Call, project: Project, branch: string) =>
  `${apiOf(call, project)}/branches/${encodeURIComponent(branch)}`;

function short(call: Call, project: Project, { name, sha }: Ref) {
  const branch = name.slice(HEADS.length);
  const commit = { sha, url: `${apiOf(call, project)}/commits/${sha}` };
  return { name: branch, commit, protected: false };
}

async function full(call: Call, project: Project, head: Ref) {
  const branch = head.name.slice(HEADS.length);
  const url = urlOf(call, project, branch);
  const [commit] = await commits(call, project, [(await findCommit(project.git, head.sha))!]);
  return {
    ...short(call, project, head),
    commit,
    _links: { self: url, html: `${pageOf(call, project)}/tree/${branch}` },
    protection: { enabled: false, required_status_checks: { contexts: [], checks: [] } },
    protection_url: `${url}/protection`,
  };
}
