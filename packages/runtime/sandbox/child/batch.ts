import type { DataHandle, OutputOverrides } from "../protocol.ts";
import type { Channel } from "./channel.ts";

/** One resource of `context.writeResources`. */
export interface BatchItem {
  name: string;
  data: unknown;
  overrides?: OutputOverrides;
}

/** Resources of one message, and characters of their data: svc holds a message in memory. */
const MOST = 500;
const LARGEST = 16_000_000;

/**
 * `context.writeResources`: writes many resources of one output. Up to 500 are checked together and
 * become safe on the disk together; more go in several steps. What has not changed gets no version.
 *
 * @returns the handles, in the order given
 */
export async function writeBatch(
  channel: Channel,
  spec: string,
  items: readonly BatchItem[],
  keep: (handle: DataHandle) => DataHandle,
): Promise<DataHandle[]> {
  const handles: DataHandle[] = [];
  let batch: Required<BatchItem>[] = [];
  let size = 0;
  const flush = async () => {
    if (batch.length === 0) return;
    const written = await channel.call<DataHandle[]>({ op: "writeResources", spec, items: batch });
    for (const handle of written) handles.push(keep(handle));
    batch = [];
    size = 0;
  };
  for (const { name, data, overrides = {} } of items) {
    const length = JSON.stringify(data)?.length ?? 0;
    if (batch.length === MOST || size + length > LARGEST) await flush();
    batch.push({ name, data, overrides });
    size += length;
  }
  await flush();
  return handles;
}
