import * as z from "npm:zod@4.6.7";
import type { Client } from "../../platform/client.ts";
import { PlatformFailure } from "../../platform/failure.ts";
import { defineMethod } from "../../platform/method.ts";
import type { PullsContext } from "../../platform/pulls/context.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import { isLfsPointer, textOf } from "../file/blob.ts";
import { readBytes } from "../file/bytes.ts";
import type { Entry } from "../file/entry.ts";
import type { FileCommit, FileReplacement } from "../outputs/file_commit.ts";
import { replaceOnce } from "../replacement/replace_once.ts";
import { changeFile, COMMIT, PLACE } from "./change_file.ts";

/** Creates a branch whose one commit replaces one place of one file. */
export const replaceInFile = defineMethod({
  description: "Create a branch and commit one substitution in a file to it, through gh",
  kind: "create",
  arguments: z.object({
    ...PLACE,
    pattern: z.string().min(1).max(4_096).describe(
      "Regular expression in RE2 syntax that matches exactly once; ^ and $ match at every line",
    ),
    replacement: z.string().max(65_536).describe(
      "Replacement: $1 or $<name> for a group, $& for the match, $$ for a $",
    ),
    ...COMMIT,
  }),
  async execute({ pattern, replacement, ...wanted }, context: PullsContext) {
    return await changeFile(context, wanted, "fileReplacement", async (base, client, name) => {
      const file = await readText(client, name, base.entry);
      const { text, line, before, after } = replaceOnce(file.text, pattern, replacement);
      return {
        bytes: new TextEncoder().encode(text),
        about: { pattern, line, before, after, beforeBlobSha: file.sha } satisfies Omit<
          FileReplacement,
          keyof FileCommit
        >,
      };
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
