import * as z from "npm:zod@4.6.7";
import type { DataReader } from "../../platform/context.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import { storedDocuments } from "../../platform/report/stored_documents.ts";
import type { SubjectType } from "../../platform/subjects/subject.ts";
import { repoName, snapshotPrefix } from "../naming/names.ts";
import type { SourceMethod } from "../outputs/raw_github_api_response.ts";
import { repoSnapshotSchema } from "../outputs/repo_snapshot.ts";
import type { RunInput } from "../reading/run.ts";
import { utc } from "../reading/time.ts";
import type { LedgerContext } from "../context/context.ts";

const stateSchema = z.object({ state: z.string(), number: z.number().int().positive() });

/** The kind of subject whose open ones a method looks after. */
const LOOKS_AFTER: Partial<Record<SourceMethod, SubjectType>> = {
  sync_github_prs: "pr",
  sync_github_issues: "issue",
};

/** What a run that begins now depends on beside its arguments and GitHub's answers. */
export async function runInput(
  context: LedgerContext,
  name: RepositoryName,
  method: SourceMethod,
): Promise<RunInput> {
  const { knownForks, defaultBackfillWindowDays } = context.globalArgs;
  const stored = await context.readResource(repoName(name));
  const repository = repoSnapshotSchema.safeParse(stored).data;
  const kind = LOOKS_AFTER[method];
  return {
    now: utc(new Date()),
    knownForks,
    windowDays: defaultBackfillWindowDays,
    repoId: repository?.id ?? null,
    backfill: repository?.backfill ?? null,
    open: kind === undefined ? [] : await storedOpen(context, name, kind),
  };
}

/** Numbers of the subjects that are stored as open. */
async function storedOpen(
  data: DataReader,
  name: RepositoryName,
  kind: SubjectType,
): Promise<number[]> {
  const documents = storedDocuments(data, {
    spec: `${kind}Snapshot`,
    schema: stateSchema,
    prefix: snapshotPrefix(name, kind),
    broken: [],
  });
  const open: number[] = [];
  for await (const { document: { state, number } } of documents) {
    if (state === "open") open.push(number);
  }
  return open.sort((one, other) => one - other);
}
