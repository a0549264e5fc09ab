import { isSvcError, SvcError } from "@svc/core/error";
import type { FoundDefinition } from "../definitions/definition.ts";
import { allDefinitions } from "../definitions/find.ts";
import type { Repository } from "../repository/repository.ts";
import { isLive } from "../store/item_state.ts";
import { dataNames, itemFolder, readMetadata, versionsOf } from "../store/versions.ts";
import type { DataExpression, SelectionRecord } from "./expression.ts";
import { type DataRecord, dataRecord, withContent } from "./record.ts";
import type { Match, Selection } from "./selection.ts";
import type { SelectionAnswer, SelectionTask } from "./selection_process.ts";

/** How long an expression may take over all records, in milliseconds. */
const TIME_LIMIT_MS = 10_000;

/** JavaScript heap of the process that evaluates expressions, in megabytes. */
const HEAP_MB = 1024;

/** Bytes that expressions may read here; more reading, or less predictable, gets its own process. */
const READ_LIMIT = 20_000_000;

/** Bytes of a record without its content, as a rule. */
const RECORD_BYTES = 500;

/** How data is queried. */
export interface QueryOptions {
  /** Milliseconds, default 10,000. */
  timeLimitMs?: number;
  signal?: AbortSignal | undefined;
  /** Leaves out behaviors for which it is false; none by default. */
  mayRead?: (found: FoundDefinition) => boolean;
}

/**
 * The data of the repository for which a CEL predicate is true, as records or as what `select` makes
 * of each (runtime reference 4.4). Only newest versions, unless the predicate names `version`.
 *
 * The expressions may come from an extension: those that may take long are evaluated in a process of
 * their own, which is killed when they do.
 *
 * @throws SvcError `invalid_argument` for an expression that is not valid, names an unknown field or
 *   cannot be evaluated; `timeout` after 10 s; `cancelled`; `memory_limit`.
 */
export async function queryData(
  repository: Repository,
  selection: Selection,
  options: QueryOptions = {},
): Promise<unknown[]> {
  const { parseExpression } = await import("./expression.ts");
  const predicate = parseExpression(selection.predicate, "predicate");
  const select = selection.select === undefined
    ? undefined
    : parseExpression(selection.select, "select");
  const expressions = select === undefined ? [predicate] : [predicate, select];
  const fields = new Set(expressions.flatMap((expression) => [...expression.fields]));
  const needsContent = fields.has("attributes") || fields.has("content");
  const history = predicate.fields.has("version");
  let records = await recordsOf(repository, history, options.mayRead);
  if (needsContent) {
    records = await Promise.all(records.map((record) => withContent(repository, record)));
  }
  if (records.length === 0) return [];
  const found = mayTakeLong(expressions, records, needsContent)
    ? await inOwnProcess({ records: records.map((one) => part(one, fields)), selection }, options)
    : (await import("./selection.ts")).matches(records, selection);
  if (select !== undefined) return found.map(({ value }) => value);
  return await Promise.all(found.map(({ index }) => {
    const record = records[index]!;
    return needsContent ? record : withContent(repository, record);
  }));
}

/** False when the expressions together read few bytes, however they are made. */
function mayTakeLong(
  expressions: readonly DataExpression[],
  records: readonly DataRecord[],
  content: boolean,
): boolean {
  let bytes = records.length * RECORD_BYTES;
  if (content) { for (const record of records) bytes += record.size; }
  return expressions.reduce((sum, { reads = Infinity }) => sum + reads * bytes, 0) > READ_LIMIT;
}

/** What expressions over these fields need of a record. */
function part(record: DataRecord, fields: ReadonlySet<string>): SelectionRecord {
  const named = Object.entries(record).filter(([key]) =>
    fields.has(key === "namespace" ? "ns" : key)
  );
  return { ...Object.fromEntries(named), name: record.name, modelName: record.modelName };
}

/** Every record of the repository's behaviors, by behavior, name and version. */
async function recordsOf(
  repository: Repository,
  history: boolean,
  mayRead: QueryOptions["mayRead"],
): Promise<DataRecord[]> {
  const records: DataRecord[] = [];
  for (const found of await allDefinitions(repository)) {
    if (mayRead?.(found) === false) continue;
    const owner = { type: found.type, id: found.definition.id };
    for (const name of await dataNames(repository, owner)) {
      const folder = itemFolder(repository, owner, name);
      const versions = await versionsOf(folder);
      const latest = versions.at(-1);
      for (const version of history ? versions : versions.slice(-1)) {
        const item = await readMetadata(folder, version);
        if (item && isLive(item)) records.push(dataRecord(found, item, version === latest));
      }
    }
  }
  return records;
}

async function inOwnProcess(task: SelectionTask, options: QueryOptions): Promise<Match[]> {
  const { answerer } = await import("../process/answerer.ts");
  await using evaluator = answerer<SelectionTask, SelectionAnswer>({
    module: `${import.meta.dirname}/selection_process.ts`,
    task: "The query",
    heapMb: HEAP_MB,
  });
  const { timeLimitMs = TIME_LIMIT_MS, signal } = options;
  try {
    const answer = await evaluator.ask(task, { timeLimitMs, signal });
    if ("matches" in answer) return answer.matches;
    const { message, hint } = answer.refused;
    throw new SvcError("invalid_argument", message, hint === undefined ? {} : { hint });
  } catch (error) {
    if (!isSvcError(error) || (error.code !== "timeout" && error.code !== "memory_limit")) {
      throw error;
    }
    throw new SvcError(error.code, error.message, {
      hint: "Narrow it down by cheap fields first, such as modelName or specName.",
    });
  }
}
