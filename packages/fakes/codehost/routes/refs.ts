import {
  type Call,
  empty,
  invalid,
  json,
  notFound,
  paged,
  pushed,
  refuseEmpty,
  repositoryOf,
  type Routes,
  writableOf,
} from "../call/mod.ts";
import {
  distance,
  findRef,
  isRefName,
  moveRef,
  objectInfo,
  type Ref,
  refsBelow,
} from "../git/mod.ts";
import { apiOf } from "../shape/mod.ts";
import type { Project } from "../state/mod.ts";

/** Branches and tags as git's references. */
export const refRoutes: Routes = {
  "GET /repos/{owner}/{repo}/git/ref/{ref}": async (call) => {
    const { project } = repositoryOf(call);
    await refuseEmpty(project);
    const ref = await findRef(project.git, `refs/${call.params.ref}`);
    if (!ref) throw notFound();
    return json(shape(call, project, ref));
  },

  "GET /repos/{owner}/{repo}/git/matching-refs/{ref}": async (call) => {
    const { project } = repositoryOf(call);
    await refuseEmpty(project);
    const refs = await refsBelow(project.git, `refs/${call.params.ref}`);
    return paged(call, refs, (ref) => shape(call, project, ref));
  },

  "POST /repos/{owner}/{repo}/git/refs": async (call) => {
    const { project } = writableOf(call);
    await refuseEmpty(project);
    const { ref: name, sha } = call.body as { ref: string; sha: string };
    if (!/^refs\/[^/]+\/./.test(name) || !await isRefName(project.git, name)) {
      throw invalid([], `${name} is not a valid ref name.`);
    }
    await existing(project, name, sha);
    if (!await moveRef(project.git, name, null, sha)) throw invalid([], "Reference already exists");
    pushed(call, project);
    return json(shape(call, project, (await findRef(project.git, name))!), 201);
  },

  "PATCH /repos/{owner}/{repo}/git/refs/{ref}": async (call) => {
    const { project } = writableOf(call);
    const { sha, force } = call.body as { sha: string; force?: boolean };
    const name = `refs/${call.params.ref}`;
    const before = await findRef(project.git, name);
    if (!before) throw invalid([], "Reference does not exist");
    await existing(project, name, sha);
    if (!force && (await distance(project.git, before.sha, sha)).behind > 0) {
      throw invalid([], "Update is not a fast forward");
    }
    if (!await moveRef(project.git, name, before.sha, sha)) {
      throw invalid([], "Reference cannot be updated");
    }
    pushed(call, project);
    return json(shape(call, project, (await findRef(project.git, name))!));
  },

  "DELETE /repos/{owner}/{repo}/git/refs/{ref}": async (call) => {
    const { project } = writableOf(call);
    const name = `refs/${call.params.ref}`;
    const before = await findRef(project.git, name);
    if (!before || !await moveRef(project.git, name, before.sha, null)) {
      throw invalid([], "Reference does not exist");
    }
    pushed(call, project);
    return empty();
  },
};

/** A branch takes commits only. */
async function existing({ git }: Project, name: string, sha: string): Promise<void> {
  const info = /^[0-9a-f]{40}$/.test(sha) ? await objectInfo(git, sha) : undefined;
  if (!info || name.startsWith("refs/heads/") && info.type !== "commit") {
    throw invalid([], "Object does not exist");
  }
}

function shape(call: Call, project: Project, { name, sha, type }: Ref) {
  const api = apiOf(call, project);
  return {
    ref: name,
    url: `${api}/git/${name}`,
    object: { type, sha, url: `${api}/git/${type}s/${sha}` },
  };
}
