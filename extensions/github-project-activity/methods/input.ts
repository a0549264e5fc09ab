import * as z from "npm:zod@4.6.7";
import type { DataReader } from "../../platform/context.ts";
import { PlatformFailure } from "../../platform/failure.ts";
import { storedDocuments } from "../../platform/report/stored_documents.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import type { SubjectType } from "../../platform/subjects/subject.ts";
import { terminalLine } from "../../platform/terminal.ts";
import type { LedgerArguments, LedgerContext } from "../context/context.ts";
import { ownRepository, repoName, snapshotPrefix } from "../naming/names.ts";
import type { SourceMethod } from "../outputs/raw_github_api_response.ts";
import { repoSnapshotSchema } from "../outputs/repository.ts";
import { sourceArguments } from "../reading/arguments.ts";
import { type RunInput, utc } from "../reading/run.ts";

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
    prefix: snapshotPrefix(name, kind),
  }, { schema: stateSchema, broken: [] });
  const open: number[] = [];
  for await (const { document: { state, number } } of documents) {
    if (state === "open") open.push(number);
  }
  return open.sort((one, other) => one - other);
}

/**
 * Arguments of a sync method, checked and with defaults as when it is run by itself.
 *
 * @throws PlatformFailure `refused` that names the first one that is wrong; unknown ones are, too.
 */
export function checkedArguments(
  method: SourceMethod,
  given: Record<string, unknown>,
): Record<string, unknown> {
  const { data, error } = sourceArguments[method].strict().safeParse(given);
  if (error === undefined) return data;
  const [issue] = error.issues;
  const place = ["methodArgs", ...issue?.path.map(String) ?? []].join(".");
  throw new PlatformFailure("refused", {
    what: `the arguments of ${method}`,
    reason: `${terminalLine(place)}: ${terminalLine(issue?.message ?? "wrong").slice(0, 200)}`,
  });
}

/** Global arguments that may be left out, each needed by some methods. */
const NEEDED = ["githubToken", "owner", "repo"] as const;

/**
 * The repository of the ledger and the token for it.
 *
 * @throws PlatformFailure `refused` that names everything that is missing.
 */
export function repositoryAndToken(
  globals: LedgerArguments,
): { name: RepositoryName; token: string } {
  return { name: repositoryOf(globals, NEEDED), token: globals.githubToken! };
}

/**
 * The repository of the ledger, for methods that ask nobody.
 *
 * @throws PlatformFailure `refused` that names everything that is missing.
 */
export function repositoryOf(
  globals: LedgerArguments,
  needed: readonly (typeof NEEDED[number])[] = ["owner", "repo"],
): RepositoryName {
  const name = ownRepository(globals);
  const missing = needed.filter((one) =>
    one === "owner" ? !globals.owner && name === null : !globals[one]
  );
  if (missing.length === 0) return name!;
  throw new PlatformFailure("refused", {
    what: "the ledger's repository",
    reason: `the behavior has no ${missing.join(", ")}`,
    hint: `Create it with ${missing.map((name) => `--global-arg ${EXAMPLES[name]}`).join(" ")}`,
  });
}

const EXAMPLES: Readonly<Record<typeof NEEDED[number], string>> = {
  githubToken: "'githubToken=${{ env.GH_TOKEN }}'",
  owner: "owner=octocat",
  repo: "repo=hello-world",
};
