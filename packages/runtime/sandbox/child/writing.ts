import type { DataHandle, OutputOverrides } from "../protocol.ts";
import type { Channel } from "./channel.ts";
import type { Writers } from "./data_repository.ts";
import { type BatchItem, itemsOf, type MixedItem, writeBatch } from "./batch.ts";
import { createWriter, type DataWriter } from "./writer.ts";

/** How a method writes, and the members of `context` that do. */
interface DataWriters extends Writers {
  members: Record<string, unknown>;
  /** Waits for what the method has begun to write and did not await. */
  settled(): Promise<void>;
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
  const pending = new Set<Promise<void>>();
  const track = <Result>(work: Promise<Result>): Promise<Result> => {
    const ended = work.then(() => {}, () => {}).finally(() => pending.delete(ended));
    pending.add(ended);
    return work;
  };
  const resource = (
    spec: string,
    name: string,
    data: unknown,
    overrides: OutputOverrides = {},
  ) =>
    track(
      channel.call<DataHandle>({ op: "writeResource", spec, name, data, overrides }).then(keep),
    );
  const writer = (spec: string, name: string, overrides: OutputOverrides = {}) =>
    createWriter(channel, { spec, name, overrides, keep, track });
  return {
    resource,
    file: async (spec, name, content, overrides) =>
      await writer(spec, name, overrides).writeAll(content),
    async settled() {
      while (pending.size > 0) await Promise.all(pending);
    },
    members: {
      writeResource: resource,
      writeResources: (
        ...given: [spec: string, items: readonly BatchItem[]] | [items: readonly MixedItem[]]
      ) => track(writeBatch(channel, itemsOf(given), keep)),
      deleteResource: (name: string) => channel.call({ op: "deleteResource", name }),
      createFileWriter: (spec: string, name: string, overrides?: OutputOverrides): DataWriter =>
        writer(spec, name, overrides),
    },
  };
}
