import type { Channel } from "./channel.ts";

/** `value` under `key`, or nothing when there is none. */
export function optional<K extends string, V>(
  key: K,
  value: V | null | undefined,
): { [key in K]?: V } {
  return value === undefined || value === null ? {} : { [key]: value } as { [key in K]: V };
}

/** `context.queryData` and the members that read the data of behaviors by name. */
export function readers(channel: Channel): Record<string, unknown> {
  return {
    readResource: (name: string, version?: number) =>
      channel.call({ op: "readResource", name, ...optional("version", version) }),
    readModelData: (model: string, spec?: string) =>
      channel.call({ op: "readModelData", model, ...optional("spec", spec) }),
    queryData: (predicate: string, select?: string) => query(channel, predicate, select),
  };
}

/** `context.dataQueryService`: `query` as `queryData`, with `select` and `limit` as options. */
export function dataQueryService(channel: Channel): Record<string, unknown> {
  return {
    query: async (
      predicate: string,
      options?: string | { select?: string; limit?: number },
    ) => {
      const { select, limit } = typeof options === "string"
        ? { select: options, limit: undefined }
        : options ?? {};
      const found = await query(channel, predicate, select);
      return limit === undefined ? found : found.slice(0, limit);
    },
  };
}

function query(channel: Channel, predicate: string, select?: string): Promise<unknown[]> {
  return channel.call({ op: "queryData", predicate, ...optional("select", select) });
}
