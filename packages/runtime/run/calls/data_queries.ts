import type { FoundDefinition } from "../../repository/definitions/definition.ts";
import type { CallOf } from "../../sandbox/protocol.ts";
import type { DataReadInput } from "./data_items.ts";

/**
 * Answers queries from the data that the method may read; what it may not is as if absent. The first
 * one that finds nothing and left something out says so in the log, as nobody is told otherwise.
 */
export function dataQueries(
  { repository, access, log }: DataReadInput,
): (call: CallOf<"queryData">, signal?: AbortSignal) => Promise<unknown[]> {
  let told = false;
  return async ({ predicate, select }, signal) => {
    const { queryData } = await import("../../data/search.ts");
    let hidden: string | undefined;
    const mayRead = (found: FoundDefinition) => {
      const may = access.mayRead({ type: found.type, id: found.definition.id });
      if (!may) hidden ??= found.type;
      return may;
    };
    const results = await queryData(repository, { predicate, select }, { mayRead, signal });
    if (results.length === 0 && hidden !== undefined && !told) {
      told = true;
      const { message, hint } = access.denied(hidden);
      log(
        "warning",
        `A query found nothing and left out other behaviors' data: ${message}. ${hint}`,
      );
    }
    return results;
  };
}
