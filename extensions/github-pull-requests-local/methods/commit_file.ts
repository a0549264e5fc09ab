import * as z from "npm:zod@4.6.7";
import { defineMethod } from "../../platform/method.ts";
import type { PullsContext } from "../../platform/pulls/context.ts";
import { LARGEST_FILE } from "../file/blob.ts";
import { tooLarge } from "../file/bytes.ts";
import { changeFile, COMMIT, PLACE } from "./change_file.ts";

/** Creates a branch whose one commit gives one file a new content. */
export const commitFile = defineMethod({
  description: "Create a branch and commit one file to it, through gh",
  kind: "create",
  arguments: z.object({
    ...PLACE,
    content: z.string().max(LARGEST_FILE).describe(
      "The whole new content, at most 1,000,000 bytes",
    ),
    ...COMMIT,
  }),
  async execute({ content, ...wanted }, context: PullsContext) {
    const bytes = new TextEncoder().encode(content);
    // Before anything is asked: its length in characters says too little.
    if (bytes.length > LARGEST_FILE) throw tooLarge(bytes.length);
    return await changeFile(
      context,
      wanted,
      "fileCommit",
      () => Promise.resolve({ bytes, about: {} }),
    );
  },
});
