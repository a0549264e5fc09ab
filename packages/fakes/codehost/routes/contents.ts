import {
  apiOf,
  asked,
  type Call,
  encodedPath,
  invalid,
  json,
  notFound,
  pageOf,
  pushed,
  Refusal,
  repositoryOf,
  type Routes,
  signatureOf,
  writableOf,
} from "../call/mod.ts";
import {
  commitNamed,
  type Entry,
  entryAt,
  findCommit,
  findRef,
  isEmpty,
  moveRef,
  readBlob,
  type Signature,
  treeEntries,
  writeBlob,
  writeCommit,
  writeTree,
} from "../git/mod.ts";
import { gitCommit } from "../shape/commit.ts";
import type { Project } from "../state/mod.ts";
import { fromBase64, wrappedBase64 } from "./base64.ts";
import { signed } from "./git_data.ts";

/** Larger files come without their content; `git/blobs` has it. */
const INLINE_BYTES = 1_048_576;

/** Files and folders, read, and files written in one commit each. */
export const contentRoutes: Routes = {
  "GET /repos/{owner}/{repo}/contents/{path}": async (call) => {
    const { project, repository } = repositoryOf(call);
    const { git } = project;
    if (await isEmpty(git)) throw new Refusal(404, "This repository is empty.");
    const ref = asked(call, "ref") ?? repository.default_branch;
    const commit = (await commitNamed(git, ref))?.sha;
    if (!commit) throw new Refusal(404, `No commit found for the ref ${asked(call, "ref")}`);
    const shape = (entry: Entry) => entryShape(call, project, ref, entry);
    const path = call.params.path!.replace(/\/$/, "");
    const entry = path === "" ? undefined : await entryAt(git, commit, path);
    if (path !== "" && !entry) throw notFound();
    if (!entry || entry.type === "tree") {
      const below = await treeEntries(git, entry?.sha ?? commit);
      const prefix = entry ? `${path}/` : "";
      return json(below.map((one) => shape({ ...one, path: prefix + one.path })));
    }
    if (entry.type === "commit") {
      const submodule_git_url = `${apiOf(call, project)}.git`;
      return json({ ...shape(entry), type: "submodule", submodule_git_url });
    }
    const found = entry.mode === "120000" ? await ledTo(project, commit, entry) : entry;
    if (typeof found === "string") return json({ ...shape(entry), target: found });
    const bytes = await readBlob(git, found.sha);
    const inline = bytes.length <= INLINE_BYTES;
    return json({
      ...shape(found),
      content: inline ? wrappedBase64(bytes) : "",
      encoding: inline ? "base64" : "none",
    });
  },

  "PUT /repos/{owner}/{repo}/contents/{path}": async (call) => {
    const { project, repository } = writableOf(call);
    const { git } = project;
    const path = call.params.path!;
    const sent = call.body as unknown as Sent;
    const bytes = fromBase64(sent.content);
    const branch = sent.branch ?? repository.default_branch;
    const tip = await findRef(git, `refs/heads/${branch}`);
    if (!tip && !await isEmpty(git)) throw new Refusal(404, `Branch ${branch} not found`);
    const before = tip && await entryAt(git, tip.sha, path);
    refuseStale(path, before, sent.sha);
    const change = { path, mode: before?.mode ?? "100644", sha: await writeBlob(git, bytes) };
    const tree = await writeTree(git, tip?.sha ?? null, [change]);
    if (tree === undefined) throw invalid([], "path contains a malformed path component");
    const own = signatureOf(call, call.login!);
    const sha = await writeCommit(git, {
      tree,
      parents: tip ? [tip.sha] : [],
      message: sent.message,
      author: signed(own, sent.author ?? sent.committer),
      committer: signed(own, sent.committer),
    });
    if (!await moveRef(git, `refs/heads/${branch}`, tip?.sha ?? null, sha)) {
      throw new Refusal(409, `${branch} is at another commit but expected ${tip?.sha}`);
    }
    pushed(call, project);
    return json({
      content: entryShape(call, project, branch, (await entryAt(git, sha, path))!),
      commit: gitCommit(call, project, (await findCommit(git, sha))!),
    }, before ? 200 : 201);
  },
};

interface Sent {
  message: string;
  content: string;
  sha?: string;
  branch?: string;
  author?: Partial<Signature>;
  committer?: Partial<Signature>;
}

/** Who changes a file says which version of it they know. */
function refuseStale(path: string, before: Entry | undefined, known: string | undefined): void {
  if (before && known === undefined) {
    throw invalid([], `Invalid request.\n\n"sha" wasn't supplied.`);
  }
  if (before?.type === "tree") throw invalid([], `${path} is a directory`);
  if (before?.sha !== known) throw new Refusal(409, `${path} does not match ${known}`);
}

/** A link to a file of the repository stands for that file, any other for where it leads. */
async function ledTo({ git }: Project, commit: string, entry: Entry): Promise<Entry | string> {
  const target = new TextDecoder().decode(await readBlob(git, entry.sha));
  const path = target.startsWith("/") ? undefined : joined(entry.path, target);
  const led = path === undefined ? undefined : await entryAt(git, commit, path);
  if (led?.type !== "blob" || led.mode === "120000") return target;
  return { ...led, path: entry.path };
}

/** A link's target seen from the root, or undefined when it leaves it. */
function joined(from: string, target: string): string | undefined {
  const parts = from.split("/").slice(0, -1);
  for (const part of target.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

/**
 * What stands at a path, as it is listed. A listing calls submodules files, as the API's version of
 * 2022-11-28 does.
 */
function entryShape(call: Call, project: Project, ref: string, entry: Entry) {
  const path = encodedPath(entry.path);
  const url = `${apiOf(call, project)}/contents/${path}?ref=${encodeURIComponent(ref)}`;
  const kind = entry.type === "tree" ? "tree" : "blob";
  const git = entry.type === "commit" ? null : `${apiOf(call, project)}/git/${kind}s/${entry.sha}`;
  const html = `${pageOf(call, project)}/${kind}/${encodeURIComponent(ref)}/${path}`;
  const download = entry.type === "blob" ? `${pageOf(call, project)}/raw/${ref}/${path}` : null;
  return {
    type: entry.type === "tree" ? "dir" : entry.mode === "120000" ? "symlink" : "file",
    name: entry.path.split("/").at(-1)!,
    path: entry.path,
    sha: entry.sha,
    size: entry.size ?? 0,
    ...{ url, git_url: git, html_url: html, download_url: download },
    _links: { self: url, git, html },
  };
}
