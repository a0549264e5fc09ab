import * as z from "npm:zod@4.6.7";
import type { Document } from "../../platform/documents/document_writer.ts";
import { ask, PlatformFailure } from "../../platform/failure.ts";
import { storedText } from "../../platform/stored_text.ts";
import { repoFilesName } from "../naming/names.ts";
import type { RepoFile, RepoFileSnapshot } from "../outputs/repository.ts";
import { readRepository } from "./repository.ts";
import type { LedgerRun, Reading } from "./run.ts";

/** Paths of one document. */
const MOST_IN_PART = 1_000;

const apiRef = z.object({
  object: z.object({ sha: z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/) }),
});

/** `sync_github_file_inventory`: the paths of the default branch. */
export async function* readFiles(run: LedgerRun): Reading {
  const { defaultBranch } = await readRepository(run);
  const commitSha = await readTip(run, defaultBranch);
  const files = commitSha === null ? [] : await readTree(run, commitSha);
  yield { documents: documents(run, { branch: defaultBranch, commitSha }, files) };
}

/** The commit that a branch is at; null in an empty repository. */
async function readTip(run: LedgerRun, branch: string): Promise<string | null> {
  try {
    return await ask(`the branch ${branch} of ${run.repo}`, async () => {
      const { data } = await run.client.request("GET /repos/{owner}/{repo}/git/ref/{ref}", {
        ...run.name,
        ref: `heads/${branch}`,
      });
      return apiRef.parse(data).object.sha;
    });
  } catch (error) {
    if (error instanceof PlatformFailure && error.code === "empty_repository") return null;
    throw error;
  }
}

function documents(
  { name, repo, input }: LedgerRun,
  tip: Pick<RepoFileSnapshot, "branch" | "commitSha">,
  files: readonly RepoFile[],
): Document[] {
  const parts = Math.max(1, Math.ceil(files.length / MOST_IN_PART));
  return Array.from({ length: parts }, (_, index) => {
    const data: RepoFileSnapshot = {
      repo,
      ...tip,
      part: index + 1,
      parts,
      total: files.length,
      files: files.slice(index * MOST_IN_PART, (index + 1) * MOST_IN_PART),
      fetchedAt: input.now,
    };
    return { spec: "repoFileSnapshot", name: repoFilesName(name, index + 1), data };
  });
}

/** Requests and paths of one inventory at most, so that no host keeps it going for ever. */
const MOST_REQUESTS = 2_000;
const MOST_PATHS = 1_000_000;

const sha = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);
const apiTree = z.object({
  tree: z.array(z.object({
    path: z.string().min(1).max(4096),
    mode: z.string().max(6),
    type: z.enum(["blob", "tree", "commit"]),
    sha,
    size: z.number().int().nonnegative().optional(),
  })),
  truncated: z.boolean(),
});

type ApiTree = z.infer<typeof apiTree>;
type Entry = ApiTree["tree"][number];

/**
 * Every path of a tree, sorted. GitHub cuts a long answer: such a tree is read folder by folder.
 *
 * @param root id of the commit or tree
 * @throws PlatformFailure `too_large` when a single folder is cut, or there is no end to it.
 */
async function readTree(run: LedgerRun, root: string): Promise<RepoFile[]> {
  const files: RepoFile[] = [];
  const folders = [{ prefix: "", id: root }];
  for (let requests = 0; folders.length > 0;) {
    const { prefix, id } = folders.pop()!;
    const whole = await fetchTree(run, id, true);
    const { tree, truncated } = whole.truncated ? await fetchTree(run, id, false) : whole;
    requests += whole.truncated ? 2 : 1;
    if (truncated) throw tooLarge(run, "one folder has more entries than GitHub lists");
    for (const entry of tree) {
      const path = prefix + entry.path;
      if (entry.type !== "tree") files.push(toFile(path, entry));
      else if (whole.truncated) folders.push({ prefix: `${path}/`, id: entry.sha });
    }
    if (files.length > MOST_PATHS || requests + folders.length > MOST_REQUESTS) {
      throw tooLarge(run, "there are more paths than an inventory holds");
    }
  }
  return files.sort((one, other) => one.path < other.path ? -1 : one.path > other.path ? 1 : 0);
}

async function fetchTree(run: LedgerRun, id: string, recursive: boolean): Promise<ApiTree> {
  return await ask(`the files of ${run.repo}`, async () => {
    const route = "GET /repos/{owner}/{repo}/git/trees/{tree_sha}";
    const { data } = await run.client.request(route, {
      ...run.name,
      tree_sha: id,
      ...(recursive ? { recursive: "1" } : {}),
    });
    return apiTree.parse(data);
  });
}

function toFile(path: string, { type, mode, sha, size }: Entry): RepoFile {
  const kind = type === "commit"
    ? "submodule"
    : mode === "120000"
    ? "link"
    : mode === "100755"
    ? "executable"
    : "file";
  return { path: storedText(path), kind, sha, size: size ?? null };
}

function tooLarge({ repo }: LedgerRun, reason: string): PlatformFailure {
  return new PlatformFailure("too_large", {
    what: `the files of ${repo}`,
    reason,
    hint: "Use git: @svc/github-local-mirror keeps a copy",
  });
}
