import * as z from "npm:zod@4.6.7";
import { summarizeChecks } from "../../platform/checks.ts";
import { commitChecks } from "../../platform/commit_checks.ts";
import type { Document } from "../../platform/documents/document_writer.ts";
import { ask, PlatformFailure } from "../../platform/failure.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import { storedText } from "../../platform/stored_text.ts";
import type { PrSnapshot } from "../../platform/subjects/snapshots.ts";
import { ciStatusName, prFilesName } from "../naming/names.ts";
import { MOST_ARTIFACT_BYTES } from "../outputs/artifact_index.ts";
import {
  type CiStatusSnapshot,
  FILE_STATUSES,
  type PrFile,
  type PrFileSnapshot,
} from "../outputs/subjects.ts";
import type { LedgerRun, Patch } from "./run.ts";

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

/** The checks of a pull request's head. */
export async function readChecks(
  run: LedgerRun,
  number: number,
  headSha: string,
): Promise<Document> {
  const { checks, truncated } = await ask(
    `the checks of ${run.repo}#${number}`,
    () => commitChecks(run.client, run.name, headSha),
  );
  const { state } = summarizeChecks(checks);
  // What was not read may have failed.
  const sure = !truncated || state === "failure";
  return statusDocument(run, number, headSha, {
    state: sure ? state : "unknown",
    checks,
    truncated,
  });
}

/** The document of checks that could not be read. */
export function unknownChecks(run: LedgerRun, number: number, headSha: string): Document {
  return statusDocument(run, number, headSha, { state: "unknown", checks: [], truncated: true });
}

function statusDocument(
  { name, repo, input }: LedgerRun,
  number: number,
  headSha: string,
  status: Pick<CiStatusSnapshot, "state" | "checks" | "truncated">,
): Document {
  const data: CiStatusSnapshot = { repo, number, headSha, ...status, fetchedAt: input.now };
  return { spec: "ciStatusSnapshot", name: ciStatusName(name, number, headSha), data };
}

/** A pull request's diff; none when it is too large, which the log says. */
export async function readPatch(
  run: LedgerRun,
  number: number,
  headSha: string,
): Promise<Patch | undefined> {
  try {
    const content = await ask(`the diff of ${run.repo}#${number}`, () => fetchDiff(run, number));
    if (content.byteLength <= MOST_ARTIFACT_BYTES) return { number, headSha, content };
  } catch (error) {
    if (!(error instanceof PlatformFailure) || error.code !== "too_large") throw error;
  }
  run.logger.warn("the diff of #{number} is too large to keep: use git", { number });
  return undefined;
}

async function fetchDiff(
  { client, name }: LedgerRun,
  number: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { data } = await client.request("GET /repos/{owner}/{repo}/pulls/{pull_number}", {
    ...name,
    pull_number: number,
    headers: { accept: "application/vnd.github.diff" },
  });
  const diff: unknown = data;
  if (diff instanceof ArrayBuffer) return new Uint8Array(diff);
  if (typeof diff === "string") return new TextEncoder().encode(diff);
  throw new PlatformFailure("unavailable", { reason: "the answer is not a diff" });
}
