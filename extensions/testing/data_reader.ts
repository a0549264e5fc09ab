import type { DataReader, ListOptions } from "../platform/context.ts";

/** Reads a behavior's data of a test as a host would: by name, in the order of the code units. */
export function dataReader(
  data: ReadonlyMap<string, Record<string, unknown>>,
  specs: ReadonlyMap<string, string>,
): DataReader {
  const copy = (name: string) => structuredClone(data.get(name) ?? null);
  return {
    readResources: (names) => Promise.resolve(names.map(copy)),
    listResources(spec, { prefix = "", after, limit = 100 }: ListOptions = {}) {
      const names = [...data.keys()].filter((name) =>
        specs.get(name) === spec && name.startsWith(prefix) && (after === undefined || name > after)
      ).sort();
      const page = names.slice(0, limit);
      const items = page.map((name) => ({
        name,
        specName: spec,
        version: 1,
        createdAt: "2026-11-22T00:00:00.000Z",
        attributes: copy(name)!,
      }));
      return Promise.resolve({ items, next: names.length > limit ? page.at(-1)! : null });
    },
  };
}
