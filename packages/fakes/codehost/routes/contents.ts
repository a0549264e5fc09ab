import {
  type Call,
  json,
  notFound,
  Refusal,
  repositoryOf,
  type Routes,
  wrappedBase64,
} from "../call/mod.ts";
import { type Entry, entryAt, findCommit, isEmpty, readBlob, treeEntries } from "../git/mod.ts";
import { apiOf, contentEntry } from "../shape/mod.ts";
import type { Project } from "../state/mod.ts";

/** Files and folders, read. */
export const contentRoutes: Routes = {
  "GET /repos/{owner}/{repo}/contents/{path}": (call) => contents(call, call.params.path!),
};

/** Larger files come without their content; `git/blobs` has it. */
const INLINE_BYTES = 1_048_576;

async function contents(call: Call, path: string): Promise<Response> {
  const { project, repository } = repositoryOf(call);
  const ref = call.url.searchParams.get("ref") ?? repository.default_branch;
  const commit = await commitOf(call, project, ref);
  if (path === "") return await listing(call, project, ref, commit, "");
  const entry = await entryAt(project.git, commit, path.replace(/\/$/, ""));
  if (!entry) throw notFound();
  if (entry.type === "tree") {
    return await listing(call, project, ref, entry.sha, `${entry.path}/`);
  }
  if (entry.type === "commit") return submodule(call, project, ref, entry);
  if (entry.mode === "120000") return await symlink(call, project, ref, commit, entry);
  return await file(call, project, ref, entry);
}

/** The commit that a branch, tag or id stands for. */
async function commitOf(call: Call, project: Project, ref: string): Promise<string> {
  if (await isEmpty(project.git)) throw new Refusal(404, "This repository is empty.");
  const commit = await findCommit(project.git, `refs/heads/${ref}`) ??
    await findCommit(project.git, ref);
  if (!commit) {
    throw new Refusal(404, `No commit found for the ref ${call.url.searchParams.get("ref")}`);
  }
  return commit.sha;
}

/** What stands in a folder: a commit or tree by its id, at `prefix`. */
async function listing(
  call: Call,
  project: Project,
  ref: string,
  tree: string,
  prefix: string,
): Promise<Response> {
  const below = await treeEntries(project.git, tree);
  return json(
    below.map((entry) => contentEntry(call, project, ref, { ...entry, path: prefix + entry.path })),
  );
}

async function file(call: Call, project: Project, ref: string, entry: Entry): Promise<Response> {
  const bytes = await readBlob(project.git, entry.sha);
  const inline = bytes.length <= INLINE_BYTES;
  return json({
    ...contentEntry(call, project, ref, entry),
    content: inline ? wrappedBase64(bytes) : "",
    encoding: inline ? "base64" : "none",
  });
}

/** A link to a file of the repository answers with that file, any other with where it leads. */
async function symlink(
  call: Call,
  project: Project,
  ref: string,
  commit: string,
  entry: Entry,
): Promise<Response> {
  const target = new TextDecoder().decode(await readBlob(project.git, entry.sha));
  const path = target.startsWith("/") ? undefined : joined(entry.path, target);
  const led = path === undefined ? undefined : await entryAt(project.git, commit, path);
  if (led?.type === "blob" && led.mode !== "120000") {
    return await file(call, project, ref, { ...led, path: entry.path });
  }
  return json({ ...contentEntry(call, project, ref, entry), target });
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

function submodule(call: Call, project: Project, ref: string, entry: Entry): Response {
  const type = "submodule";
  const url = `${apiOf(call, project)}.git`;
  return json({
    ...contentEntry(call, project, ref, entry),
    type,
    submodule_git_url: url,
  });
}
