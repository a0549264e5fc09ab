import * as z from "npm:zod@4.6.7";
import { ask } from "../../platform/failure.ts";
import { connectLocal } from "../../platform/gh.ts";
import { tellOutcome } from "../../platform/tell_outcome.ts";
import {
  EXTENSION,
  type PullsContext,
  REPOSITORY,
  repositoryOf,
} from "../../platform/pulls/context.ts";
import { checkRefName } from "../../platform/ref_name.ts";
import { readBase } from "../file/base.ts";
import { LARGEST_FILE } from "../file/blob.ts";
import { tooLarge } from "../file/bytes.ts";
import { changeOf, commitChange } from "../file/committing.ts";
import { checkPath } from "../file/path.ts";
import type { FileCommit } from "../outputs/file_commit.ts";
import { fullName } from "../../platform/repository_name.ts";
import { writeOne } from "../../platform/write_one.ts";
import { defineMethod } from "../../platform/method.ts";

/** Creates a branch whose one commit gives one file a new content. */
export const commitFile = defineMethod({
  description: "Create a branch and commit one file to it, through gh",
  kind: "create",
  arguments: z.object({
    ...REPOSITORY,
    baseBranch: z.string().min(1).max(255).optional().describe(
      "Branch to start from (default: the default branch)",
    ),
    newBranch: z.string().min(1).max(255).describe("Branch to create"),
    path: z.string().min(1).max(255).describe("Path of the file inside the repository"),
    content: z.string().max(LARGEST_FILE).describe(
      "The whole new content, at most 1,000,000 bytes",
    ),
    commitMessage: z.string().min(1).max(65_536).describe("Message of the commit"),
    dryRun: z.boolean().optional().describe("Only show what would happen (default: false)"),
  }),
  async execute(
    { owner, repo, baseBranch, newBranch, path, content, commitMessage, dryRun = false },
    context: PullsContext,
  ) {
    const name = repositoryOf({ owner, repo }, context.globalArgs);
    checkNames({ baseBranch, newBranch, path });
    const bytes = new TextEncoder().encode(content);
    if (bytes.length > LARGEST_FILE) throw tooLarge(bytes.length);
    const client = connectLocal({ extension: EXTENSION, context });
    return await ask(`${path} of ${fullName(name)}`, async () => {
      const base = await readBase(client, name, baseBranch, path);
      const change = await changeOf(base, bytes, { newBranch, path, message: commitMessage });
      const done = await commitChange(client, name, change, dryRun);
      const data: FileCommit = {
        repo: fullName(name),
        baseBranch: base.branch,
        newBranch,
        path,
        blobSha: change.blobSha,
        ...done,
        dryRun,
        fetchedAt: new Date().toISOString(),
      };
      const result = await writeOne(context, "fileCommit", [name, newBranch, path], data);
      tellOutcome(context, `the branch ${newBranch} of ${fullName(name)}`, data);
      return result;
    });
  },
});

/** The names a change is made of, checked before the first call. */
export function checkNames(
  { baseBranch, newBranch, path }: {
    baseBranch: string | undefined;
    newBranch: string;
    path: string;
  },
): void {
  if (baseBranch !== undefined) checkRefName(baseBranch, "branch");
  checkRefName(newBranch, "branch");
  checkPath(path);
}
