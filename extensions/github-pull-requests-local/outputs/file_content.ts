import * as z from "npm:zod@4.6.7";

/** Schema of the `fileContent` output. */
export const fileContentSchema = z.object({
  repo: z.string().describe("owner/name"),
  path: z.string(),
  ref: z.string().describe("Branch, tag or commit that was asked for"),
  commitSha: z.string().describe("The commit it stood for"),
  blobSha: z.string(),
  size: z.number().int().describe("Bytes"),
  encoding: z.enum(["utf-8", "base64"]).describe("base64 when the file is not UTF-8"),
  content: z.string(),
  executable: z.boolean(),
  symlinkTo: z.string().nullable().describe("What the path points to, when it is a symbolic link"),
  lfsPointer: z.boolean().describe("True when the file itself is kept in Git LFS"),
  fetchedAt: z.string().describe("ISO 8601"),
});

/** The `fileContent` output: one file at one commit. */
export type FileContent = z.infer<typeof fileContentSchema>;
