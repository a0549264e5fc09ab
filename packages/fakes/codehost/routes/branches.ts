import { type Call, json, Refusal, repositoryOf, type Routes } from "../call/mod.ts";
import { findCommit, findRef, type Ref } from "../git/mod.ts";
import { apiOf, commitShape, pageOf } from "../shape/mod.ts";
import type { Project } from "../state/mod.ts";

const HEADS = "refs/heads/";

/** Branches. */
export const branchRoutes: Routes = {
  "GET /repos/{owner}/{repo}/branches/{branch}": async (call) => {
    const { project } = repositoryOf(call);
    const { branch } = call.params as { branch: string };
    return json(await full(call, project, await branchOf(project, branch)));
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
  return {
    ...short(call, project, head),
    commit: commitShape(call, project, (await findCommit(project.git, head.sha))!),
    _links: { self: url, html: `${pageOf(call, project)}/tree/${branch}` },
    protection: { enabled: false, required_status_checks: { contexts: [] } },
    protection_url: `${url}/protection`,
  };
}
