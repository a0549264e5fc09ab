import { isSvcError, SvcError } from "@svc/core/error";
import { siblingPath } from "@svc/core/module";
import { type Catalog, withCatalog } from "./catalog/catalog.ts";
import type { FoundDefinition } from "../repository/definitions/definition.ts";
import { allDefinitions } from "../repository/definitions/find.ts";
import type { Repository } from "../repository/repository.ts";
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

/** What a query found. */
interface QueryResult {
  /** Records, or what `select` made of each. */
  results: unknown[];
  /** How many there are, beyond `limit` as well. */
  total: number;
}

/** How often a query begins again because data changed under it. */
const TRIES = 5;

/** As {@linkcode queryPage}, all results. */
export async function queryData(
  repository: Repository,
  selection: Selection,
  options: QueryOptions = {},
): Promise<unknown[]> {
  return (await queryPage(repository, selection, options)).results;
}

/**
 * The data of the repository for which a CEL predicate is true, as records or as what `select` makes
 * of each (runtime reference 4.4). Only newest versions, unless the predicate names `version`.
 *
 * What the index can decide by itself narrows the records down; CEL decides on those that are left.
 * The expressions may come from an extension: those that may take long are evaluated in a process of
 * their own, which is killed when they do.
 *
 * @throws SvcError `invalid_argument` for an expression that is not valid, names an unknown field or
 *   cannot be evaluated; `timeout` after 10 s; `cancelled`; `memory_limit`.
 */
export async function queryPage(
  repository: Repository,
  selection: Selection,
  options: QueryOptions & { limit?: number } = {},
): Promise<QueryResult> {
  const { parseExpression } = await import("./expression.ts");
  const predicate = parseExpression(selection.predicate, "predicate");
  const select = selection.select === undefined
    ? undefined
    : parseExpression(selection.select, "select");
  const asked: Asked = {
    selection,
    predicate,
    expressions: select === undefined ? [predicate] : [predicate, select],
  };
  return await withCatalog(repository, async (catalog) => {
    for (let left = TRIES;; left--) {
      const found = await tryQuery(repository, catalog, asked, options, left === 0);
      if (found !== undefined) return found;
    }
  });
}

interface Asked {
  selection: Selection;
  predicate: DataExpression;
  expressions: DataExpression[];
}

/** Undefined when the files no longer say what was found. */
async function tryQuery(
  repository: Repository,
  catalog: Catalog,
  { selection, predicate, expressions }: Asked,
  options: QueryOptions & { limit?: number },
  isLast: boolean,
): Promise<QueryResult | undefined> {
  const fields = new Set(expressions.flatMap((expression) => [...expression.fields]));
  const needsContent = fields.has("attributes") || fields.has("content");
  try {
    let records = await recordsOf(repository, catalog, predicate, options.mayRead);
    if (records.length === 0) return { results: [], total: 0 };
    if (needsContent) records = records.map((record) => withContent(repository, record));
    const found = mayTakeLong(expressions, records, needsContent)
      ? await inOwnProcess({ records: records.map((one) => part(one, fields)), selection }, options)
      : (await import("./selection.ts")).matches(records, selection);
    const shown = found.slice(0, options.limit);
    const matched = shown.map(({ index }) => records[index]!);
    // What a run writes all the time is shown as it was a moment ago.
    if (!isLast && !await agree(catalog, matched)) return undefined;
    const whole = (record: DataRecord) => needsContent ? record : withContent(repository, record);
    const results = selection.select === undefined
      ? matched.map(whole)
      : shown.map(({ value }) => value);
    return { results, total: found.length };
  } catch (error) {
    // Removed since it was listed.
    if (isSvcError(error) && error.code === "data_not_found" && !isLast) {
      return undefined;
    }
    throw error;
  }
}

/** Whether the files still say what is about to be shown. */
async function agree(catalog: Catalog, records: readonly DataRecord[]): Promise<boolean> {
  const byOwner = Map.groupBy(records, ({ modelType, modelId }) => `${modelType}\n${modelId}`);
  for (const of of byOwner.values()) {
    const owner = { type: of[0]!.modelType, id: of[0]!.modelId };
    if (!await catalog.agree(owner, of.map(({ name }) => name))) return false;
  }
  return true;
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

/** The records of the repository's behaviors that the predicate may be true for, by behavior and name. */
async function recordsOf(
  repository: Repository,
  catalog: Catalog,
  predicate: DataExpression,
  mayRead: QueryOptions["mayRead"],
): Promise<DataRecord[]> {
  const { conditions, mayMatch } = (await import("./pushdown.ts")).pushdownOf(predicate.ast);
  const history = predicate.fields.has("version");
  const records: DataRecord[] = [];
  for (const found of await allDefinitions(repository)) {
    if (mayRead?.(found) === false) continue;
    const { definition, type } = found;
    if (!mayMatch({ modelName: definition.name, modelId: definition.id, modelType: type })) {
      continue;
    }
    const owner = { type, id: definition.id };
    await catalog.refresh(owner, "quick");
    for (const { metadata, isLatest } of catalog.versions(owner, { history, conditions })) {
      records.push(dataRecord(found, metadata, isLatest));
    }
  }
  return records;
}

async function inOwnProcess(task: SelectionTask, options: QueryOptions): Promise<Match[]> {
  const { answerer } = await import("../base/process/answerer.ts");
  await using evaluator = answerer<SelectionTask, SelectionAnswer>({
    module: siblingPath(import.meta, "selection_process.ts"),
    task: "The query",
    heapMb: HEAP_MB,
  });
  const { timeLimitMs = TIME_LIMIT_MS, signal } = options;
  try {
    const answer = await evaluator.ask(task, { timeLimitMs, signal });
    if ("matches" in answer) return answer.matches;
    const { message, hint } = answer.refused;
    throw new SvcError("invalid_argument", message, { hint });
  } catch (error) {
    if (!isSvcError(error) || (error.code !== "timeout" && error.code !== "memory_limit")) {
      throw error;
    }
    throw new SvcError(error.code, error.message, {
      hint: "Narrow it down by cheap fields first, such as modelName or specName.",
    });
  }
}
