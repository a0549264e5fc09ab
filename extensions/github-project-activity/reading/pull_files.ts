import * as z from "npm:zod@4.6.7";
import type { Document } from "../../platform/documents/document_writer.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import { storedText } from "../../platform/stored_text.ts";
import type { PrSnapshot } from "../../platform/subjects/pr_snapshot.ts";
import { prFilesName } from "../naming/names.ts";
import { FILE_STATUSES, type PrFile, type PrFileSnapshot } from "../outputs/pr_file_snapshot.ts";
import { ask } from "./answer.ts";
import type { LedgerRun } from "./run.ts";

/** Files that GitHub lists at most. */
const MOST_LISTED = 3_000;

/** Files of one document. */
const MOST_IN_PART = 1_000;

const path = z.string().min(1).max(4096).transform(storedText);
const apiFile = z.object({
  filename: path,
  previous_filename: path.nullish(),
  status: z.enum(FILE_STATUSES),
  additions: z.number().int().nonnegative(),
  deletions: z.number().int().nonnegative(),
});

/** The files that a pull request changes at its head. */
export async function readPullFiles(run: LedgerRun, pr: PrSnapshot): Promise<Document[]> {
  const { number, head, changedFiles, mergedAt } = pr;
  if (head === null) return [];
  const listed = await ask(
    `the files of ${run.repo}#${number}`,
    () =>
      collect(
        run.client.pages("GET /repos/{owner}/{repo}/pulls/{pull_number}/files", {
          ...run.name,
          pull_number: number,
          per_page: PER_PAGE,
        }),
        toFile,
        { maxItems: MOST_LISTED },
      ),
  );
  const files = listed.items;
  const parts = Math.max(1, Math.ceil(files.length / MOST_IN_PART));
  return Array.from({ length: parts }, (_, index) => {
    const data: PrFileSnapshot = {
      repo: run.repo,
      number,
      headSha: head.sha,
      mergedAt,
      part: index + 1,
      parts,
      files: files.slice(index * MOST_IN_PART, (index + 1) * MOST_IN_PART),
      truncated: listed.truncated || (changedFiles ?? 0) > files.length,
      fetchedAt: run.input.now,
    };
    return {
      spec: "prFileSnapshot",
      name: prFilesName(run.name, number, head.sha, index + 1),
      data,
    };
  });
}

function toFile(raw: unknown): PrFile {
  const { filename, previous_filename, status, additions, deletions } = apiFile.parse(raw);
  return {
    path: filename,
    previousPath: previous_filename ?? null,
    status,
    additions,
    deletions,
  };
}
