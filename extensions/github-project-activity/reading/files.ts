import * as z from "npm:zod@4.6.7";
import type { Document } from "../../platform/documents/document_writer.ts";
import { PlatformFailure } from "../../platform/failure.ts";
import { repoFilesName } from "../naming/names.ts";
import type { RepoFile, RepoFileSnapshot } from "../outputs/repo_file_snapshot.ts";
import { ask } from "./answer.ts";
import { readRepository } from "./repository.ts";
import type { LedgerRun, Reading } from "./run.ts";
import { readTree } from "./tree.ts";

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
