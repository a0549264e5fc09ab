import type { DataHandle, OutputOverrides } from "../protocol.ts";
import type { Channel } from "./channel.ts";
import type { Writers } from "./data_repository.ts";
import { type BatchItem, itemsOf, type MixedItem, writeBatch } from "./batch.ts";
import { createWriter, type DataWriter } from "./writer.ts";

/** How a method writes, and the members of `context` that do. */
export interface DataWriters extends Writers {
  members: Record<string, unknown>;
}

/**
 * The writing members of `context` (extension format reference §3.2).
 *
 * @param keep is told of each handle
 */
export function dataWriters(
  channel: Channel,
  keep: (handle: DataHandle) => DataHandle,
): DataWriters {
  const resource = async (
    spec: string,
    name: string,
    data: unknown,
    overrides: OutputOverrides = {},
  ) => keep(await channel.call<DataHandle>({ op: "writeResource", spec, name, data, overrides }));
  const writer = (spec: string, name: string, overrides: OutputOverrides = {}) =>
    createWriter(channel, { spec, name, overrides, keep });
  return {
    resource,
    file: async (spec, name, content, overrides) =>
      await writer(spec, name, overrides).writeAll(content),
    members: {
      writeResource: resource,
      writeResources: (
        ...given: [spec: string, items: readonly BatchItem[]] | [items: readonly MixedItem[]]
      ) => writeBatch(channel, itemsOf(given), keep),
      deleteResource: (name: string) => channel.call({ op: "deleteResource", name }),
      createFileWriter: (spec: string, name: string, overrides?: OutputOverrides): DataWriter =>
        writer(spec, name, overrides),
    },
  };
}
