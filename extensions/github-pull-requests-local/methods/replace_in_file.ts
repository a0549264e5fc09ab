import * as z from "npm:zod@4.6.7";
import type { Client } from "../../platform/client.ts";
import { ask, PlatformFailure } from "../../platform/failure.ts";
import { connectLocal } from "../../platform/gh.ts";
import { tellOutcome } from "../../platform/tell_outcome.ts";
import {
  EXTENSION,
  type PullsContext,
  REPOSITORY,
  repositoryOf,
} from "../../platform/pulls/context.ts";
import { fullName, type RepositoryName } from "../../platform/repository_name.ts";
import { readBase } from "../file/base.ts";
import { isLfsPointer, LARGEST_FILE, textOf } from "../file/blob.ts";
import { readBytes, tooLarge } from "../file/bytes.ts";
import { changeOf, commitChange } from "../file/committing.ts";
import type { Entry } from "../file/entry.ts";
import type { FileReplacement } from "../outputs/file_commit.ts";
import { replaceOnce } from "../replacement/replace_once.ts";
import { checkNames } from "./commit_file.ts";
import { writeOne } from "../../platform/write_one.ts";
import { defineMethod } from "../../platform/method.ts";

/** Creates a branch whose one commit replaces one place of one file. */
export const replaceInFile = defineMethod({
  description: "Create a branch and commit one substitution in a file to it, through gh",
  kind: "create",
  arguments: z.object({
    ...REPOSITORY,
    baseBranch: z.string().min(1).max(255).optional().describe(
      "Branch to start from (default: the default branch)",
    ),
    newBranch: z.string().min(1).max(255).describe("Branch to create"),
    path: z.string().min(1).max(255).describe("Path of the file inside the repository"),
    pattern: z.string().min(1).max(4_096).describe(
      "Regular expression in RE2 syntax that matches exactly once; ^ and $ match at every line",
    ),
    replacement: z.string().max(65_536).describe(
      "Replacement: $1 or $<name> for a group, $& for the match, $$ for a $",
    ),
    commitMessage: z.string().min(1).max(65_536).describe("Message of the commit"),
    dryRun: z.boolean().optional().describe("Only show what would happen (default: false)"),
  }),
  async execute({ owner, repo, dryRun = false, ...wanted }, context: PullsContext) {
    const { baseBranch, newBranch, path, pattern, replacement, commitMessage } = wanted;
    const name = repositoryOf({ owner, repo }, context.globalArgs);
    checkNames({ baseBranch, newBranch, path });
    const client = connectLocal({ extension: EXTENSION, context });
    return await ask(`${path} of ${fullName(name)}`, async () => {
      const base = await readBase(client, name, baseBranch, path);
      const file = await readText(client, name, base.entry);
      const { text, line, before, after } = replaceOnce(file.text, pattern, replacement);
      const bytes = new TextEncoder().encode(text);
      if (bytes.length > LARGEST_FILE) throw tooLarge(bytes.length);
      const change = await changeOf(base, bytes, { newBranch, path, message: commitMessage });
      const done = await commitChange(client, name, change, dryRun);
      const data: FileReplacement = {
        repo: fullName(name),
        baseBranch: base.branch,
        newBranch,
        path,
        blobSha: change.blobSha,
        ...done,
        dryRun,
        pattern,
        line,
        before,
        after,
        beforeBlobSha: file.sha,
        fetchedAt: new Date().toISOString(),
      };
      const result = await writeOne(context, "fileReplacement", [name, newBranch, path], data);
      tellOutcome(context, `the branch ${newBranch} of ${fullName(name)}`, data);
      return result;
    });
  },
});

/** The text of a file that is there and that a pattern can be applied to. */
async function readText(
  client: Client,
  name: RepositoryName,
  entry: Entry | undefined,
): Promise<{ text: string; sha: string }> {
  if (entry === undefined) throw new PlatformFailure("not_found", { status: 404 });
  const bytes = await readBytes(client, name, entry);
  const text = textOf(bytes);
  if (text === undefined) throw notText("it is not UTF-8", "Change it with git");
  if (isLfsPointer(bytes)) throw notText("it is stored in Git LFS", "Change it with git lfs");
  return { text, sha: entry.sha };
}

function notText(reason: string, hint: string): PlatformFailure {
  return new PlatformFailure("refused", { reason, hint });
}
