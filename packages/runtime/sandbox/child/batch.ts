import type { DataHandle, OutputOverrides, SentResource } from "../protocol.ts";
import type { Channel } from "./channel.ts";

/** One resource of `context.writeResources`. */
export interface BatchItem {
  name: string;
  data: unknown;
  overrides?: OutputOverrides;
}

/** One of a batch of several outputs. */
export interface MixedItem extends BatchItem {
  spec: string;
}

/** Resources of one message, and characters of their data: svc holds a message in memory. */
const MOST = 500;
const LARGEST = 16_000_000;

/** The resources of a call that names one output, or one for each of them. */
export function itemsOf(
  [first, items]: readonly unknown[],
): readonly MixedItem[] {
  const given = typeof first === "string" ? items : first;
  if (!Array.isArray(given)) {
    throw new TypeError(
      "writeResources takes an output and a list of { name, data }, or a list of { spec, name, data }",
    );
  }
  return typeof first === "string"
    ? given.map((item: BatchItem) => ({ ...item, spec: first }))
    : given;
}

/**
 * `context.writeResources`: writes many resources. Up to 500 are checked together and become safe on
 * the disk together; more go in several steps. What has not changed gets no version.
 *
 * @returns the handles, in the order given
 * @throws Error for a name that is given twice, before anything is written
 */
export async function writeBatch(
  channel: Channel,
  items: readonly MixedItem[],
  keep: (handle: DataHandle) => DataHandle,
): Promise<DataHandle[]> {
  assertNamedOnce(items);
  const handles: DataHandle[] = [];
  let batch: SentResource[] = [];
  let size = 0;
  const flush = async () => {
    if (batch.length === 0) return;
    const written = await channel.call<DataHandle[]>({ op: "writeResources", items: batch });
    for (const handle of written) handles.push(keep(handle));
    batch = [];
    size = 0;
  };
  for (const { spec, name, data, overrides = {} } of items) {
    const length = JSON.stringify(data)?.length ?? 0;
    if (batch.length === MOST || size + length > LARGEST) await flush();
    batch.push({ spec, name, data, overrides });
    size += length;
  }
  await flush();
  return handles;
}

/** A batch of several steps would otherwise be refused after some of them. */
function assertNamedOnce(items: readonly MixedItem[]): void {
  const names = new Set<unknown>();
  for (const item of items) {
    const name = item?.name;
    if (typeof name === "string" && names.has(name)) {
      throw new Error(
        `writeResources was given two resources named ${JSON.stringify(name)}; nothing was written`,
      );
    }
    names.add(name);
  }
}
