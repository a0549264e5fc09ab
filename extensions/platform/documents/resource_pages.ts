import type { DataReader, DataRecord } from "../context.ts";

/** Documents of one page; the host ends one earlier where they are large. */
const PAGE = 500;

/**
 * The newest versions of an output's documents whose names begin with `prefix`, by name, page by page.
 *
 * @param limit documents in memory at once
 */
export async function* resourcePages(
  reader: Pick<DataReader, "listResources">,
  spec: string,
  { prefix, limit = PAGE }: { prefix?: string; limit?: number } = {},
): AsyncGenerator<DataRecord[]> {
  let after: string | undefined;
  do {
    const { items, next } = await reader.listResources(spec, {
      limit,
      ...(prefix === undefined ? {} : { prefix }),
      ...(after === undefined ? {} : { after }),
    });
    yield items;
    after = next ?? undefined;
  } while (after !== undefined);
}
