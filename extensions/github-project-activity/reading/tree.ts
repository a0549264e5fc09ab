import * as z from "npm:zod@4.6.7";
import { PlatformFailure } from "../../platform/failure.ts";
import { storedText } from "../../platform/stored_text.ts";
import type { RepoFile } from "../outputs/repo_file_snapshot.ts";
import { ask } from "./answer.ts";
import type { LedgerRun } from "./run.ts";

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
export async function readTree(run: LedgerRun, root: string): Promise<RepoFile[]> {
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
