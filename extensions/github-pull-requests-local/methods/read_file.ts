import * as z from "npm:zod@4.6.7";
import { ask } from "../../platform/failure.ts";
import { connectLocal } from "../../platform/gh.ts";
import {
  EXTENSION,
  type PullsContext,
  REPOSITORY,
  repositoryOf,
} from "../../platform/pulls/context.ts";
import { checkRevision } from "../../platform/ref_name.ts";
import { contentOf, isLfsPointer } from "../file/blob.ts";
import { readBytes } from "../file/bytes.ts";
import { resolveCommit } from "../file/commit.ts";
import { findFile } from "../file/find_file.ts";
import { checkPath } from "../file/path.ts";
import { readRepository } from "../file/writable.ts";
import type { FileContent } from "../outputs/file_commit.ts";
import { fullName } from "../../platform/repository_name.ts";
import { writeOne } from "../../platform/write_one.ts";
import { defineMethod } from "../../platform/method.ts";

/** Reads one file of at most 1,000,000 bytes. */
export const readFile = defineMethod({
  description: "Read a file at a branch, tag or commit, through gh",
  kind: "read",
  arguments: z.object({
    ...REPOSITORY,
    path: z.string().min(1).max(255).describe("Path of the file inside the repository"),
    ref: z.string().min(1).max(255).optional().describe(
      "Branch, tag or commit (default: the default branch)",
    ),
  }),
  async execute({ owner, repo, path, ref }, context: PullsContext) {
    const name = repositoryOf({ owner, repo }, context.globalArgs);
    checkPath(path);
    if (ref !== undefined) checkRevision(ref);
    const client = connectLocal({ extension: EXTENSION, context });
    return await ask(`${path} of ${fullName(name)}`, async () => {
      const chosen = ref ?? (await readRepository(client, name)).defaultBranch;
      const commit = await resolveCommit(client, name, chosen);
      const { file, symlinkTo } = await findFile(client, name, commit.tree, path);
      const bytes = await readBytes(client, name, file);
      const data: FileContent = {
        repo: fullName(name),
        path,
        ref: chosen,
        commitSha: commit.sha,
        blobSha: file.sha,
        size: bytes.length,
        ...contentOf(bytes),
        executable: file.mode === "100755",
        symlinkTo,
        lfsPointer: isLfsPointer(bytes),
        fetchedAt: new Date().toISOString(),
      };
      return await writeOne(context, "fileContent", [name, path, chosen], data);
    });
  },
});
