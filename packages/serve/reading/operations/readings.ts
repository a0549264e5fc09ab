import type { Repository } from "@svc/runtime/repository";
import type { Answer } from "../../answers/answers.ts";
import { recordWithoutRoot, withoutRoot } from "../../request/own_paths.ts";
import type { ReadingInput, ReadingKey } from "../inputs/inputs.ts";

/** How each operation reads. */
export type Readings = {
  readonly [Key in ReadingKey]: (
    repository: Repository,
    input: ReadingInput<Key>,
  ) => Promise<Answer<Key>>;
};

/**
 * What each operation reads: the value that the same command prints with `--json`. The repository is the
 * caller's view of it. Modules are loaded when they are needed.
 */
export const READINGS: Readings = {
  async "behaviors.search"(repository, { query }) {
    const { searchDefinitions } = await import("@svc/runtime/definitions");
    return await searchDefinitions(repository, query);
  },
  async "behaviors.get"(repository, { behavior }) {
    const { getDefinition } = await import("@svc/runtime/definitions");
    const found = await getDefinition(repository, behavior);
    return { ...found, path: withoutRoot(found.path, repository.root) };
  },
  async "behaviors.describe"(repository, input) {
    const { describeTypeOf } = await import("./types.ts");
    return await describeTypeOf(repository, input.behavior, input.compact);
  },
  async "types.search"(repository, { query }) {
    const { searchTypes } = await import("./types.ts");
    return await searchTypes(repository, query);
  },
  async "types.describe"(repository, { type, compact }) {
    const { describeType } = await import("./types.ts");
    return await describeType(repository, type, compact);
  },
  async "behaviors.history"(repository, { since, ...filter }) {
    const { listRuns } = await import("@svc/runtime/history");
    const { parseSince } = await import("@svc/runtime/duration");
    return await listRuns(repository, {
      ...filter,
      since: since === undefined ? undefined : parseSince(since),
    });
  },
  async "behaviors.output"(repository, { output }) {
    const { findRun } = await import("@svc/runtime/history");
    return recordWithoutRoot(await findRun(repository, output), repository.root);
  },
  async "behaviors.written"(repository, { output, ...which }) {
    const { writtenBy } = await import("@svc/runtime/history");
    return await writtenBy(repository, output, which);
  },
  async "behaviors.logs"(repository, { output, tail }) {
    const { readLog } = await import("@svc/runtime/history");
    return await readLog(repository, output, tail);
  },
  async "data.list"(repository, page) {
    const { listData } = await import("@svc/runtime/data");
    return await listData(repository, undefined, page);
  },
  async "data.listOf"(repository, { behavior, ...page }) {
    const { listData } = await import("@svc/runtime/data");
    return await listData(repository, behavior, page);
  },
  async "data.get"(repository, { behavior, name, ...how }) {
    const { getData } = await import("@svc/runtime/data");
    return await getData(repository, behavior, name, how);
  },
  async "data.versions"(repository, { behavior, name }) {
    const { listVersions } = await import("@svc/runtime/data");
    return await listVersions(repository, behavior, name);
  },
  async "data.verify"(repository, { behavior, name, ...which }) {
    const { verifyData } = await import("@svc/runtime/verification");
    return await verifyData(repository, behavior, name, which);
  },
  async "data.search"(repository, input) {
    const { searchData } = await import("@svc/runtime/data");
    const { query = "", limit, tag = [], ...filters } = input;
    return await searchData(repository, query, { ...filters, tags: tag }, limit);
  },
  async "data.query"(repository, { limit, ...selection }) {
    const { answerQuery } = await import("@svc/runtime/data");
    return await answerQuery(repository, selection, { limit });
  },
  async "reports.list"(repository, filter) {
    const { listReports } = await import("@svc/runtime/reports");
    return await listReports(repository, filter);
  },
  async "reports.get"(repository, { report, ...which }) {
    const { getReport } = await import("@svc/runtime/reports");
    return await getReport(repository, report, which);
  },
};
