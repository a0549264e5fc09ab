import type { Repository } from "@svc/runtime/repository";
import { withoutRoot } from "../../request/own_paths.ts";

// deno-lint-ignore no-explicit-any
type Input = any;

/**
 * What each operation reads: the value that the same command prints with `--json`. The repository is the
 * caller's view of it. Modules are loaded when they are needed.
 */
export const READINGS = {
  async "behaviors.search"(repository: Repository, { query }: Input): Promise<unknown> {
    const { searchDefinitions } = await import("@svc/runtime/definitions");
    return await searchDefinitions(repository, query);
  },
  async "behaviors.get"(repository: Repository, { behavior }: Input): Promise<unknown> {
    const { getDefinition } = await import("@svc/runtime/definitions");
    const found = await getDefinition(repository, behavior);
    return { ...found, path: withoutRoot(found.path, repository.root) };
  },
  async "behaviors.describe"(repository: Repository, input: Input): Promise<unknown> {
    const { describeTypeOf } = await import("./types.ts");
    return await describeTypeOf(repository, input.behavior, input.compact);
  },
  async "types.search"(repository: Repository, { query }: Input): Promise<unknown> {
    const { searchTypes } = await import("./types.ts");
    return await searchTypes(repository, query);
  },
  async "types.describe"(repository: Repository, { type, compact }: Input): Promise<unknown> {
    const { describeType } = await import("./types.ts");
    return await describeType(repository, type, compact);
  },
  async "behaviors.history"(repository: Repository, { since, ...filter }: Input): Promise<unknown> {
    const { listRuns, parseSince } = await import("@svc/runtime/history");
    return await listRuns(repository, {
      ...filter,
      since: since === undefined ? undefined : parseSince(since),
    });
  },
  async "behaviors.output"(repository: Repository, { output }: Input): Promise<unknown> {
    const { findRun } = await import("@svc/runtime/history");
    return await findRun(repository, output);
  },
  async "behaviors.written"(repository: Repository, { output, ...which }: Input): Promise<unknown> {
    const { writtenBy } = await import("@svc/runtime/history");
    return await writtenBy(repository, output, which);
  },
  async "behaviors.logs"(repository: Repository, { output, tail }: Input): Promise<unknown> {
    const { readLog } = await import("@svc/runtime/history");
    return await readLog(repository, output, tail);
  },
  async "data.list"(repository: Repository, page: Input): Promise<unknown> {
    const { listData } = await import("@svc/runtime/data");
    return await listData(repository, undefined, page);
  },
  async "data.listOf"(repository: Repository, { behavior, ...page }: Input): Promise<unknown> {
    const { listData } = await import("@svc/runtime/data");
    return await listData(repository, behavior, page);
  },
  async "data.get"(repository: Repository, { behavior, name, ...how }: Input): Promise<unknown> {
    const { getData } = await import("@svc/runtime/data");
    return await getData(repository, behavior, name, how);
  },
  async "data.versions"(repository: Repository, { behavior, name }: Input): Promise<unknown> {
    const { listVersions } = await import("@svc/runtime/data");
    return await listVersions(repository, behavior, name);
  },
  async "data.search"(repository: Repository, input: Input): Promise<unknown> {
    const { searchData } = await import("@svc/runtime/data");
    const { query = "", limit, tag = [], ...filters } = input;
    return await searchData(repository, query, { ...filters, tags: tag }, limit);
  },
  async "data.query"(repository: Repository, { limit, ...selection }: Input): Promise<unknown> {
    const { answerQuery } = await import("@svc/runtime/data");
    return await answerQuery(repository, selection, { limit });
  },
  async "reports.list"(repository: Repository, filter: Input): Promise<unknown> {
    const { listReports } = await import("@svc/runtime/reports");
    return await listReports(repository, filter);
  },
  async "reports.get"(repository: Repository, { report, ...which }: Input): Promise<unknown> {
    const { getReport } = await import("@svc/runtime/reports");
    return await getReport(repository, report, which);
  },
};

/** Operations that read and answer JSON. */
export type ReadingKey = keyof typeof READINGS;
