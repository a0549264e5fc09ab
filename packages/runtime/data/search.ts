import { SvcError } from "@svc/core/error";
import { allDefinitions } from "../definitions/find.ts";
import type { Repository } from "../repository/repository.ts";
import { isLive } from "./query.ts";
import { type DataRecord, dataRecord, withContent } from "./record.ts";
import type { Match, Selection } from "./selection.ts";
import type { SelectionAnswer, SelectionTask } from "./selection_worker.ts";
import { dataNames, ownerFolder, readMetadata, versionsOf } from "../store/versions.ts";

/** How long an expression may take over all records, in milliseconds. */
const TIME_LIMIT_MS = 10_000;

/**
 * The data of the repository for which a CEL predicate is true, as records or as what `select` makes
 * of each (runtime reference 4.4). Only newest versions, unless the predicate names `version`.
 *
 * The expressions may come from an extension: they are evaluated on a thread of their own, which is
 * ended when it takes too long.
 *
 * @throws SvcError `invalid_argument` for an expression that is not valid, names an unknown field or
 *   cannot be evaluated; `timeout` after 10 s.
 */
export async function queryData(
  repository: Repository,
  selection: Selection,
  options: { timeLimitMs?: number } = {},
): Promise<unknown[]> {
  const { parseExpression } = await import("./expression.ts");
  const predicate = parseExpression(selection.predicate, "predicate");
  const select = selection.select === undefined
    ? undefined
    : parseExpression(selection.select, "select");
  const needsContent = ["attributes", "content"].some((field) =>
    predicate.fields.has(field) || select?.fields.has(field)
  );
  const history = predicate.fields.has("version");
  let records = await recordsOf(repository, history);
  if (needsContent) {
    records = await Promise.all(records.map((record) => withContent(repository, record)));
  }
  if (records.length === 0) return [];
  const found = await onOwnThread({ records, selection }, options.timeLimitMs ?? TIME_LIMIT_MS);
  if (select !== undefined) return found.map(({ value }) => value);
  return await Promise.all(found.map(({ index }) => {
    const record = records[index]!;
    return needsContent ? record : withContent(repository, record);
  }));
}

/** Every record of the repository's behaviors, by behavior, name and version. */
async function recordsOf(repository: Repository, history: boolean): Promise<DataRecord[]> {
  const records: DataRecord[] = [];
  for (const found of await allDefinitions(repository)) {
    const owner = { type: found.type, id: found.definition.id };
    for (const name of await dataNames(repository, owner)) {
      const folder = `${ownerFolder(repository, owner)}/${name}`;
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

async function onOwnThread(task: SelectionTask, timeLimitMs: number): Promise<Match[]> {
  const thread = new Worker(import.meta.resolve("./selection_worker.ts"), { type: "module" });
  const { promise, resolve, reject } = Promise.withResolvers<SelectionAnswer>();
  const timer = setTimeout(() => {
    reject(
      new SvcError("timeout", `The query took longer than ${timeLimitMs / 1000} s`, {
        hint: "Narrow it down by cheap fields first, such as modelName or specName.",
      }),
    );
  }, timeLimitMs);
  thread.onmessage = ({ data }: MessageEvent<SelectionAnswer>) => resolve(data);
  thread.onerror = (event) => {
    event.preventDefault();
    reject(new SvcError("internal", `The query could not be evaluated: ${event.message}`));
  };
  try {
    thread.postMessage(task);
    const answer = await promise;
    if ("matches" in answer) return answer.matches;
    const { message, hint } = answer.refused;
    throw new SvcError("invalid_argument", message, hint === undefined ? {} : { hint });
  } finally {
    clearTimeout(timer);
    thread.terminate();
  }
}
