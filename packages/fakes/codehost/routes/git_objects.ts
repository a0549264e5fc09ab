import {
  type Call,
  fromBase64,
  invalid,
  json,
  notFound,
  refuseEmpty,
  repositoryOf,
  type Routes,
  signatureOf,
  wrappedBase64,
  writableOf,
} from "../call/mod.ts";
import {
  type Change,
  findCommit,
  objectInfo,
  readBlob,
  resolve,
  type Signature,
  treeEntries,
  writeBlob,
  writeCommit,
  writeTree,
} from "../git/mod.ts";
import { apiOf, gitCommit } from "../shape/mod.ts";
import { apiTime, type Project } from "../state/mod.ts";

/** Git's objects: files, folders, commits. */
export const gitObjectRoutes: Routes = {
  "GET /repos/{owner}/{repo}/git/blobs/{file_sha}": async (call) => {
    const { project } = repositoryOf(call);
    await refuseEmpty(project);
    const { bytes, sha } = await blobOf(project, call.params.file_sha!);
    if (/[./]raw\b/.test(call.headers.get("accept") ?? "")) {
      return new Response(bytes, { headers: { "content-type": "application/vnd.github.raw" } });
    }
    return json({
      sha,
      size: bytes.length,
      url: `${apiOf(call, project)}/git/blobs/${sha}`,
      content: wrappedBase64(bytes),
      encoding: "base64",
    });
  },

  "POST /repos/{owner}/{repo}/git/blobs": async (call) => {
    const { project } = writableOf(call);
    await refuseEmpty(project);
    const { content, encoding } = call.body as { content: string; encoding?: string };
    const sha = await writeBlob(
      project.git,
      encoding === "base64" ? fromBase64(content) : content,
    );
    return json({ sha, url: `${apiOf(call, project)}/git/blobs/${sha}` }, 201);
  },

  "GET /repos/{owner}/{repo}/git/trees/{tree_sha}": async (call) => {
    const { project } = repositoryOf(call);
    await refuseEmpty(project);
    const sha = await resolve(project.git, `${call.params.tree_sha}^{tree}`);
    if (sha === undefined) throw notFound();
    return json(await tree(call, project, sha, call.url.searchParams.has("recursive")));
  },

  "POST /repos/{owner}/{repo}/git/trees": async (call) => {
    const { project } = writableOf(call);
    await refuseEmpty(project);
    const { tree: entries, base_tree: base } = call.body as unknown as NewTree;
    const root = base === undefined ? null : await resolve(project.git, `${base}^{tree}`);
    if (root === undefined) throw notFound();
    if (entries.length === 0) throw invalid([], "Invalid tree info");
    const changes: Change[] = [];
    for (const { path, mode, sha, content } of entries) {
      if (path === undefined) throw invalid([], "tree.path must be supplied");
      if (sha !== undefined && sha !== null && !await objectInfo(project.git, sha)) {
        throw invalid([], `tree.sha ${sha} is not a valid blob`);
      }
      if (content === undefined && sha === undefined) {
        throw invalid([], "Must supply either tree.sha or tree.content");
      }
      const written = content === undefined ? sha! : await writeBlob(project.git, content);
      changes.push({ path, mode: mode ?? "100644", sha: written });
    }
    const written = await writeTree(project.git, root, changes);
    if (written === undefined) throw invalid([], "tree contains an invalid entry");
    return json(await tree(call, project, written, false), 201);
  },

  "GET /repos/{owner}/{repo}/git/commits/{commit_sha}": async (call) => {
    const { project } = repositoryOf(call);
    await refuseEmpty(project);
    const commit = await findCommit(project.git, call.params.commit_sha!);
    if (!commit) throw notFound();
    return json(gitCommit(call, project, commit));
  },

  "POST /repos/{owner}/{repo}/git/commits": async (call) => {
    const { project } = writableOf(call);
    await refuseEmpty(project);
    const { message, tree, parents = [], author, committer } = call.body as unknown as NewCommit;
    const own = signatureOf(call, call.login!);
    const by = { ...own, ...author && signature(call, author) };
    for (const [name, sha] of [["tree", tree], ...parents.map((one) => ["commit", one])]) {
      const info = /^[0-9a-f]{40}$/.test(sha!) ? await objectInfo(project.git, sha!) : undefined;
      if (info?.type !== name) {
        throw invalid(
          [],
          name === "tree" ? "Tree SHA does not exist" : "Parent SHA does not exist",
        );
      }
    }
    const sha = await writeCommit(project.git, {
      tree,
      parents,
      message,
      author: by,
      committer: { ...by, ...committer && signature(call, committer) },
    });
    return json(gitCommit(call, project, (await findCommit(project.git, sha))!), 201);
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

/** Who a request says signed; without a time, now. */
function signature(call: Call, { name, email, date }: Partial<Signature>): Signature {
  const time = date === undefined ? call.state.clock.now() : Date.parse(date);
  return { name: name ?? "", email: email ?? "", date: apiTime(time) };
}

async function blobOf({ git }: Project, sha: string) {
  const info = /^[0-9a-f]{40}$/.test(sha) ? await objectInfo(git, sha) : undefined;
  if (info?.type !== "blob") throw notFound();
  return { sha, bytes: await readBlob(git, sha) };
}

async function tree(call: Call, project: Project, sha: string, recursive: boolean) {
  const api = apiOf(call, project);
  const entries = await treeEntries(project.git, sha, recursive);
  const most = recursive ? call.state.paging.tree : Infinity;
  return {
    sha,
    url: `${api}/git/trees/${sha}`,
    tree: entries.slice(0, most).map(({ path, mode, type, sha, size }) => ({
      path,
      mode,
      type,
      sha,
      ...size === null ? {} : { size },
      ...type === "commit" ? {} : { url: `${api}/git/${type}s/${sha}` },
    })),
    truncated: entries.length > most,
  };
}
