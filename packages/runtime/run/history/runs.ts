import type { NamedRun, RunHistory } from "@svc/core/answer";
import { SvcError } from "@svc/core/error";
import { allDefinitions, tryFindDefinition } from "../../repository/definitions/find.ts";
import { listFilesBelow, readTextIfPresent } from "../../base/files/read.ts";
import { ownPath } from "../../repository/links.ts";
import type { Repository } from "../../repository/repository.ts";
import { runStamp } from "../../repository/run_stamp.ts";
import { parseRunRecord, type RunRecord } from "./record.ts";

/** Where records lie: `.svc/outputs/<type>/<method>/<id of the behavior>-<time>.yaml`. */
const FOLDER = ".svc/outputs";

/** The end of a record's name: the time its run began, dashes for colons and dots. */
const STAMP = /-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z)\.(?:yaml|log)$/;

/** Which runs to list. */
export interface RunFilter {
  /** Name or id of a behavior. */
  behavior?: string | undefined;
  method?: string | undefined;
  status?: string | undefined;
  /** Only runs that began then or later. */
  since?: Date | undefined;
  /** Default 50. */
  limit?: number | undefined;
}

/**
 * The runs on record, newest first.
 *
 * @throws SvcError `definition_not_found` for a behavior that is not there.
 */
export async function listRuns(
  repository: Repository,
  filter: RunFilter = {},
): Promise<RunHistory> {
  const limit = filter.limit ?? 50;
  const id = filter.behavior === undefined ? undefined : await idOf(repository, filter.behavior);
  const names = await namesById(repository);
  const results: RunHistory["results"] = [];
  for (const file of readable(repository, await recordFiles(repository, id), names)) {
    if (filter.since !== undefined && file.stamp < runStamp(filter.since)) break;
    if (filter.method !== undefined && file.method !== filter.method) continue;
    const run = await readRun(repository, file, { artifacts: false });
    if (run === undefined || (id !== undefined && run.definitionId !== id)) continue;
    if (!isReadable(repository, run, names)) continue;
    if (filter.status !== undefined && run.status !== filter.status) continue;
    if (results.length === limit) return { results, limited: true };
    const { definitionId, type, methodName, status, startedAt, durationMs } = run;
    results.push({
      id: run.id,
      definitionId,
      modelName: names.get(definitionId) ?? "",
      type,
      methodName,
      status,
      startedAt,
      durationMs,
    });
  }
  return { results, limited: false };
}

/**
 * One run: by its id, by the beginning of it (three characters or more), or the newest of a behavior.
 *
 * @throws SvcError `run_not_found`; `invalid_argument` for a beginning that several have.
 */
export async function findRun(repository: Repository, wanted: string): Promise<NamedRun> {
  const names = await namesById(repository);
  const named = (run: RunRecord) => ({ ...run, modelName: names.get(run.definitionId) ?? "" });
  const definition = await tryFindDefinition(repository, wanted);
  const behavior = definition?.definition.id;
  const matches: RunRecord[] = [];
  const prefix = /^[0-9a-f-]{3,36}$/i.test(wanted) ? wanted.toLowerCase() : undefined;
  for (const file of readable(repository, await recordFiles(repository, behavior), names)) {
    if (behavior === undefined && prefix === undefined) break;
    const run = await readRun(repository, file);
    if (run === undefined || !isReadable(repository, run, names)) continue;
    if (behavior !== undefined) {
      if (run.definitionId === behavior) return named(run);
    } else if (run.id.startsWith(prefix!)) matches.push(run);
  }
  if (matches.length === 1) return named(matches[0]!);
  if (matches.length > 1) throw ambiguous(wanted, matches);
  throw notFound(wanted, definition !== undefined);
}

/** A file of the records' folder: what its path says. */
interface RecordFile {
  /** Relative to the repository, without its ending. */
  base: string;
  /** Id of the behavior. */
  owner: string;
  type: string;
  method: string;
  /** Compares like the time. */
  stamp: string;
}

/**
 * The records' files, newest first, of one behavior or of all.
 *
 * @param ending `.log` for the logs, which runs that still go on have, too
 */
export async function recordFiles(
  repository: Repository,
  definitionId: string | undefined,
  ending: ".yaml" | ".log" = ".yaml",
): Promise<RecordFile[]> {
  const root = ownPath(repository.root, FOLDER);
  const files = (await listFilesBelow(root)).flatMap((path): RecordFile[] => {
    const parts = path.split("/");
    const name = parts.pop()!;
    const method = parts.pop();
    const stamp = STAMP.exec(name)?.[1];
    if (!name.endsWith(ending) || stamp === undefined || method === undefined) return [];
    if (definitionId !== undefined && !name.startsWith(`${definitionId}-`)) return [];
    const base = `${FOLDER}/${path.slice(0, -ending.length)}`;
    const owner = name.slice(0, name.indexOf(stamp) - 1);
    return [{ base, owner, type: parts.join("/"), method, stamp }];
  });
  return files.sort((a, b) => (a.stamp < b.stamp ? 1 : a.stamp > b.stamp ? -1 : 0));
}

/**
 * The files of runs that may be seen. Who may not see all sees no runs of behaviors that are gone:
 * nobody can say whether they were hidden.
 */
function readable(
  { mayRead }: Repository,
  files: readonly RecordFile[],
  names: ReadonlyMap<string, string>,
): readonly RecordFile[] {
  return mayRead === undefined ? files : files.filter(({ owner }) => names.has(owner));
}

/** The same of what a record says, which may be something else than the name of its file. */
function isReadable(
  { mayRead }: Repository,
  { definitionId }: RunRecord,
  names: ReadonlyMap<string, string>,
): boolean {
  return mayRead === undefined || names.has(definitionId);
}

async function readRun(
  repository: Repository,
  file: RecordFile,
  { artifacts = true }: { artifacts?: boolean } = {},
): Promise<RunRecord | undefined> {
  const text = await readTextIfPresent(ownPath(repository.root, `${file.base}.yaml`));
  if (text === undefined) return undefined;
  return await parseRunRecord(artifacts ? text : withoutArtifacts(text), {
    type: file.type,
    logFile: `${file.base}.log`,
  });
}

/**
 * A record as svc writes it without its lines for what the run wrote: of a run that wrote very many they
 * are nearly all of it.
 */
function withoutArtifacts(text: string): string {
  return text.replaceAll(/^ {6}\{"dataId":.*\n/gm, "");
}

async function namesById(repository: Repository): Promise<Map<string, string>> {
  const definitions = await allDefinitions(repository);
  return new Map(definitions.map(({ definition }) => [definition.id, definition.name]));
}

async function idOf(repository: Repository, behavior: string): Promise<string> {
  const found = await tryFindDefinition(repository, behavior);
  if (found !== undefined) return found.definition.id;
  throw new SvcError("definition_not_found", `Behavior not found: ${behavior}`, {
    hint: "'svc behavior search' lists them; 'svc behavior history' lists all runs.",
  });
}

function ambiguous(wanted: string, matches: readonly RunRecord[]): SvcError {
  const ids = matches.slice(0, 5).map(({ id }) => id).join(", ");
  return new SvcError("invalid_argument", `Several runs begin with ${wanted}: ${ids}`, {
    hint: "Give more of the id.",
  });
}

function notFound(wanted: string, behavior: boolean): SvcError {
  return new SvcError(
    "run_not_found",
    behavior ? `${wanted} has not run yet` : `Run not found: There is no run '${wanted}' on record`,
    {
      hint: behavior
        ? `'svc behavior run ${wanted} <method>' runs it.`
        : "'svc behavior history' lists the runs; the first characters of an id are enough.",
    },
  );
}
