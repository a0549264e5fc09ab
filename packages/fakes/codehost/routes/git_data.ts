import {
  apiOf,
  asked,
  type Call,
  committedOf,
  empty,
  invalid,
  json,
  notFound,
  paged,
  pushed,
  repositoryOf,
  type Routes,
  signatureOf,
  writableOf,
} from "../call/mod.ts";
import {
  type Bare,
  type Change,
  distance,
  findCommit,
  findRef,
  isRefName,
  moveRef,
  objectInfo,
  readBlob,
  readTag,
  type Ref,
  refsBelow,
  resolve,
  type Signature,
  treeEntries,
  writeBlob,
  writeCommit,
  writeTag,
  writeTree,
} from "../git/mod.ts";
import { gitCommit } from "../shape/commit.ts";
import { apiTime, type Project } from "../state/mod.ts";
import { fromBase64, wrappedBase64 } from "./base64.ts";

/** Git's references and objects: what stands below `/git`. */
export const gitDataRoutes: Routes = {
  "GET /repos/{owner}/{repo}/git/ref/{ref}": async (call) => {
    const { project } = await committedOf(call);
    const ref = await findRef(project.git, `refs/${call.params.ref}`);
    if (!ref) throw notFound();
    return json(refShape(call, project, ref));
  },

  "GET /repos/{owner}/{repo}/git/matching-refs/{ref}": async (call) => {
    const { project } = await committedOf(call);
    const refs = await refsBelow(project.git, `refs/${call.params.ref}`);
    return paged(call, refs, (ref) => refShape(call, project, ref));
  },

  "POST /repos/{owner}/{repo}/git/refs": async (call) => {
    const { project } = await committedOf(call, writableOf);
    const { ref: name, sha } = call.body as { ref: string; sha: string };
    if (!/^refs\/[^/]+\/./.test(name) || !await isRefName(project.git, name)) {
      throw invalid([], `${name} is not a valid ref name.`);
    }
    await refuseAbsent(project.git, name, sha);
    return await movedRef(call, project, name, null, sha, "Reference already exists");
  },

  "PATCH /repos/{owner}/{repo}/git/refs/{ref}": async (call) => {
    const { project } = writableOf(call);
    const { sha, force } = call.body as { sha: string; force?: boolean };
    const name = `refs/${call.params.ref}`;
    const before = await findRef(project.git, name);
    if (!before) throw invalid([], "Reference does not exist");
    await refuseAbsent(project.git, name, sha);
    if (!force && (await distance(project.git, before.sha, sha)).behind > 0) {
      throw invalid([], "Update is not a fast forward");
    }
    return await movedRef(call, project, name, before.sha, sha, "Reference cannot be updated");
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

  "GET /repos/{owner}/{repo}/git/blobs/{file_sha}": async (call) => {
    const { project } = await committedOf(call);
    const sha = call.params.file_sha!;
    if (await typeOf(project.git, sha) !== "blob") throw notFound();
    const bytes = await readBlob(project.git, sha);
    if (/[./]raw\b/.test(call.headers.get("accept") ?? "")) {
      return new Response(bytes, { headers: { "content-type": "application/vnd.github.raw" } });
    }
    return json({
      ...{ sha, size: bytes.length, content: wrappedBase64(bytes), encoding: "base64" },
      url: `${apiOf(call, project)}/git/blobs/${sha}`,
    });
  },

  "POST /repos/{owner}/{repo}/git/blobs": async (call) => {
    const { project } = await committedOf(call, writableOf);
    const { content, encoding } = call.body as { content: string; encoding?: string };
    const bytes = encoding === "base64" ? fromBase64(content) : content;
    const sha = await writeBlob(project.git, bytes);
    return json({ sha, url: `${apiOf(call, project)}/git/blobs/${sha}` }, 201);
  },

  "GET /repos/{owner}/{repo}/git/trees/{tree_sha}": async (call) => {
    const { project } = await committedOf(call);
    const sha = await resolve(project.git, `${call.params.tree_sha}^{tree}`);
    if (sha === undefined) throw notFound();
    return json(await treeShape(call, project, sha, asked(call, "recursive") !== null));
  },

  "POST /repos/{owner}/{repo}/git/trees": async (call) => {
    const { project } = await committedOf(call, writableOf);
    const { git } = project;
    const { tree: entries, base_tree: base } = call.body as unknown as NewTree;
    const root = base === undefined ? null : await resolve(git, `${base}^{tree}`);
    if (root === undefined) throw notFound();
    if (entries.length === 0) throw invalid([], "Invalid tree info");
    const changes: Change[] = [];
    for (const { path, mode = "100644", sha, content } of entries) {
      if (path === undefined) throw invalid([], "tree.path must be supplied");
      if (sha !== undefined && sha !== null && !await objectInfo(git, sha)) {
        throw invalid([], `tree.sha ${sha} is not a valid blob`);
      }
      if (content === undefined && sha === undefined) {
        throw invalid([], "Must supply either tree.sha or tree.content");
      }
      const written = content === undefined ? sha! : await writeBlob(git, content);
      changes.push({ path, mode, sha: written });
    }
    const written = await writeTree(git, root, changes);
    if (written === undefined) throw invalid([], "tree contains an invalid entry");
    return json(await treeShape(call, project, written, false), 201);
  },

  "GET /repos/{owner}/{repo}/git/commits/{commit_sha}": async (call) => {
    const { project } = await committedOf(call);
    const commit = await findCommit(project.git, call.params.commit_sha!);
    if (!commit) throw notFound();
    return json(gitCommit(call, project, commit));
  },

  "POST /repos/{owner}/{repo}/git/commits": async (call) => {
    const { project } = await committedOf(call, writableOf);
    const { git } = project;
    const { message, tree, parents = [], ...by } = call.body as unknown as NewCommit;
    if (await typeOf(git, tree) !== "tree") throw invalid([], "Tree SHA does not exist");
    for (const parent of parents) {
      if (await typeOf(git, parent) !== "commit") throw invalid([], "Parent SHA does not exist");
    }
    const author = signed(signatureOf(call, call.login!), by.author);
    const committer = signed(author, by.committer);
    const sha = await writeCommit(git, { tree, parents, message, author, committer });
    return json(gitCommit(call, project, (await findCommit(git, sha))!), 201);
  },

  "GET /repos/{owner}/{repo}/git/tags/{tag_sha}": async (call) =>
    json(await tagShape(call, repositoryOf(call).project, call.params.tag_sha!)),

  "POST /repos/{owner}/{repo}/git/tags": async (call) => {
    const { project } = writableOf(call);
    const { tag, message, object, type, tagger } = call.body as unknown as NewTag;
    if ((await objectInfo(project.git, object))?.type !== type) {
      throw invalid([], "Object does not exist");
    }
    const by = signed(signatureOf(call, call.login!), tagger);
    const sha = await writeTag(project.git, { tag, message, object, type, by });
    return json(await tagShape(call, project, sha), 201);
  },
};

interface NewTree {
  base_tree?: string;
  tree: { path?: string; mode?: string; sha?: string | null; content?: string }[];
}

interface NewCommit {
  message: string;
  tree: string;
  parents?: string[];
  author?: Partial<Signature>;
  committer?: Partial<Signature>;
}

interface NewTag {
  tag: string;
  message: string;
  object: string;
  type: "commit" | "tree" | "blob";
  tagger?: Partial<Signature>;
}

/** Who a request says signed, and otherwise who calls. */
export function signed(own: Signature, { name, email, date }: Partial<Signature> = {}): Signature {
  return {
    name: name ?? own.name,
    email: email ?? own.email,
    date: date === undefined ? own.date : apiTime(Date.parse(date)),
  };
}

/** The type of an object by its full id. */
const typeOf = async (git: Bare, sha: string): Promise<string | undefined> =>
  /^[0-9a-f]{40}$/.test(sha) ? (await objectInfo(git, sha))?.type : undefined;

/** A branch takes commits only. */
async function refuseAbsent(git: Bare, name: string, sha: string): Promise<void> {
  const type = await typeOf(git, sha);
  if (type === undefined || name.startsWith("refs/heads/") && type !== "commit") {
    throw invalid([], "Object does not exist");
  }
}

/** Makes or moves a reference, and shows it. */
async function movedRef(
  call: Call,
  project: Project,
  name: string,
  before: string | null,
  sha: string,
  otherwise: string,
): Promise<Response> {
  if (!await moveRef(project.git, name, before, sha)) throw invalid([], otherwise);
  pushed(call, project);
  const ref = (await findRef(project.git, name))!;
  return json(refShape(call, project, ref), before === null ? 201 : 200);
}

function refShape(call: Call, project: Project, { name, sha, type }: Ref) {
  const url = `${apiOf(call, project)}/git`;
  return { ref: name, url: `${url}/${name}`, object: { type, sha, url: `${url}/${type}s/${sha}` } };
}

async function treeShape(call: Call, project: Project, sha: string, recursive: boolean) {
  const url = `${apiOf(call, project)}/git`;
  const entries = await treeEntries(project.git, sha, recursive);
  const most = recursive ? call.state.paging.tree : Infinity;
  return {
    sha,
    url: `${url}/trees/${sha}`,
    tree: entries.slice(0, most).map(({ path, mode, type, sha, size }) => ({
      ...{ path, mode, type, sha },
      ...size === null ? {} : { size },
      ...type === "commit" ? {} : { url: `${url}/${type}s/${sha}` },
    })),
    truncated: entries.length > most,
  };
}

async function tagShape(call: Call, project: Project, sha: string) {
  const found = await readTag(project.git, sha);
  if (!found) throw notFound();
  const { tag, message, object, type, by } = found;
  const url = `${apiOf(call, project)}/git`;
  return {
    ...{ sha, url: `${url}/tags/${sha}`, tag, message, tagger: by },
    object: { sha: object, type, url: `${url}/${type}s/${object}` },
  };
}
