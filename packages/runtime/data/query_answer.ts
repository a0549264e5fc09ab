import type { DataQuery } from "@svc/core/answer";
import type { Repository } from "../repository/repository.ts";
import type { DataRecord } from "./record.ts";
import { queryPage } from "./search.ts";
import type { QueryOptions } from "./search.ts";
import type { Selection } from "./selection.ts";

/** Results, unless a caller asks for another number. */
const PAGE = 1000;

/**
 * As {@linkcode queryPage}, in the form in which it is shown.
 *
 * @param options `limit`: results at most (default: 1000)
 * @throws SvcError as {@linkcode queryPage}
 */
export async function answerQuery(
  repository: Repository,
  { predicate, select }: Selection,
  { limit = PAGE, ...options }: QueryOptions & { limit?: number | undefined } = {},
): Promise<DataQuery> {
  const { results, total } = await queryPage(repository, { predicate, select }, {
    ...options,
    limit,
  });
  const limited = results.length < total;
  if (select !== undefined) return { results, total, limited };
  return { predicate, results: (results as DataRecord[]).map(withoutAttributes), total, limited };
}

function withoutAttributes({ attributes: _same, ...record }: DataRecord) {
  return record;
}
