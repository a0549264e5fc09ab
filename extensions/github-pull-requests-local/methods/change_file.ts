import * as z from "npm:zod@4.6.7";
import type { Client } from "../../platform/client.ts";
import type { MethodResult } from "../../platform/context.ts";
import { ask } from "../../platform/failure.ts";
import { connectLocal } from "../../platform/gh.ts";
import {
  EXTENSION,
  type PullsContext,
  REPOSITORY,
  repositoryOf,
} from "../../platform/pulls/context.ts";
import { checkRefName } from "../../platform/ref_name.ts";
import { fullName, type RepositoryName } from "../../platform/repository_name.ts";
import { tellOutcome } from "../../platform/tell_outcome.ts";
import { writeOne } from "../../platform/write_one.ts";
import { type Base, readBase } from "../file/base.ts";
import { LARGEST_FILE } from "../file/blob.ts";
import { tooLarge } from "../file/bytes.ts";
import { changeOf, commitChange } from "../file/committing.ts";
import { checkPath } from "../file/path.ts";
import type { FileCommit } from "../outputs/file_commit.ts";

/** The arguments that say which file is changed, from where, and on which branch. */
export const PLACE = {
  ...REPOSITORY,
  baseBranch: z.string().min(1).max(255).optional().describe(
    "Branch to start from (default: the default branch)",
  ),
  newBranch: z.string().min(1).max(255).describe("Branch to create"),
  path: z.string().min(1).max(255).describe("Path of the file inside the repository"),
};

/** The arguments that say how the change is committed. */
export const COMMIT = {
  commitMessage: z.string().min(1).max(65_536).describe("Message of the commit"),
  dryRun: z.boolean().optional().describe("Only show what would happen (default: false)"),
};

const given = z.object({ ...PLACE, ...COMMIT });

/** What a file is changed to, and what the resource says of it beside the commit. */
export interface NewContent {
  bytes: Uint8Array;
  about: object;
}

/**
 * Commits one file's new content to a new branch, and writes what came of it as one resource.
 *
 * @param change gives the content; undefined `base.entry` is a file that is not there
 * @throws PlatformFailure `refused` for names that are not valid, before the first call; `too_large`;
 *   as {@link commitChange}
 */
export async function changeFile(
  context: PullsContext,
  { owner, repo, baseBranch, newBranch, path, commitMessage, dryRun = false }: z.infer<
    typeof given
  >,
  spec: "fileCommit" | "fileReplacement",
  change: (base: Base, client: Client, name: RepositoryName) => Promise<NewContent>,
): Promise<MethodResult> {
  const name = repositoryOf({ owner, repo }, context.globalArgs);
  if (baseBranch !== undefined) checkRefName(baseBranch, "branch");
  checkRefName(newBranch, "branch");
  checkPath(path);
  const client = connectLocal({ extension: EXTENSION, context });
  return await ask(`${path} of ${fullName(name)}`, async () => {
    const base = await readBase(client, name, baseBranch, path);
    const { bytes, about } = await change(base, client, name);
    if (bytes.length > LARGEST_FILE) throw tooLarge(bytes.length);
    const wanted = await changeOf(base, bytes, { newBranch, path, message: commitMessage });
    const done = await commitChange(client, name, wanted, dryRun);
    const data: FileCommit = {
      repo: fullName(name),
      baseBranch: base.branch,
      newBranch,
      path,
      blobSha: wanted.blobSha,
      ...done,
      dryRun,
      ...about,
      fetchedAt: new Date().toISOString(),
    };
    const result = await writeOne(context, spec, [name, newBranch, path], data);
    tellOutcome(context, `the branch ${newBranch} of ${fullName(name)}`, data);
    return result;
  });
}
