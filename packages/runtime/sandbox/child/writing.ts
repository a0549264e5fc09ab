import type { DataHandle, OutputOverrides, SentResource } from "../protocol.ts";
import type { Channel } from "./channel.ts";
import type { Writers } from "./data_repository.ts";

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

/** What `context.createFileWriter` gives (extension format reference §3.2); good for one file. */
interface DataWriter {
  dataId: string;
  name: string;
  writeAll(bytes: Uint8Array): Promise<DataHandle>;
  writeText(text: string): Promise<DataHandle>;
  writeLine(text: string): Promise<void>;
  writeStream(
    stream: ReadableStream<Uint8Array>,
    options?: { onLine?: (line: string) => void },
  ): Promise<DataHandle>;
  /** A private path to write to; `finalize` takes the file from there. */
  getFilePath(): Promise<string>;
  finalize(): Promise<DataHandle>;
}

/** Which file is written. */
interface WrittenFile {
  spec: string;
  name: string;
  overrides: OutputOverrides;
  keep(handle: DataHandle): void;
  /** Is told of what goes on, which the run waits for. */
  track<Result>(work: Promise<Result>): Promise<Result>;
}

/**
 * A writer for one file output, at once: svc is asked for the file meanwhile, and what it refuses is
 * told by the first write. The bytes go to a file in the run's own folder, which svc takes from there:
 * no pipe and no memory holds them.
 */
function createWriter(channel: Channel, written: WrittenFile): DataWriter {
  const { spec, name, overrides, keep, track } = written;
  const opened = channel.call<{ writer: number }>({ op: "openFile", spec, name, overrides })
    .then(({ writer }) => ({ writer, path: `${channel.hello.scratch}/output-${writer}` }));
  // The first write tells it, if there is one; the run fails in either case.
  track(opened).catch(() => {});
  let file: Deno.FsFile | undefined;
  let handedOut = false;
  let ended = false;
  // Writes that nobody awaits keep their order, too.
  let last: Promise<unknown> = opened;
  const next = <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (ended) return Promise.reject(new Error(`The file '${name}' has already been written`));
    const done = track(last.then(work));
    last = done;
    return done;
  };
  const append = async (bytes: Uint8Array) => {
    file ??= await Deno.open((await opened).path, { append: true, create: true });
    for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
  };
  const end = (work: () => Promise<void>): Promise<DataHandle> => {
    const done = next(async () => {
      await work();
      // Nothing written is an empty file, unless somebody else was to write it.
      if (!handedOut) await append(new Uint8Array());
      file?.close();
      const { writer } = await opened;
      const handle = await channel.call<DataHandle>({ op: "closeFile", writer });
      keep(handle);
      return handle;
    });
    ended = true;
    return done;
  };
  const encoder = new TextEncoder();
  return {
    dataId: crypto.randomUUID(),
    name,
    writeAll: (bytes) => end(() => append(bytes)),
    writeText: (text) => end(() => append(encoder.encode(text))),
    writeLine: (text) => next(() => append(encoder.encode(`${text}\n`))),
    writeStream: (stream, { onLine } = {}) =>
      end(async () => {
        const decoder = new TextDecoder();
        let line = "";
        for await (const chunk of stream) {
          await append(chunk);
          if (!onLine) continue;
          const parts = (line + decoder.decode(chunk, { stream: true })).split("\n");
          line = parts.pop()!;
          for (const part of parts) onLine(part);
        }
        if (onLine && line !== "") onLine(line);
      }),
    getFilePath: () =>
      next(async () => {
        handedOut = true;
        return (await opened).path;
      }),
    finalize: () => end(() => Promise.resolve()),
  };
}

/** One resource of `context.writeResources`. */
interface BatchItem {
  name: string;
  data: unknown;
  overrides?: OutputOverrides;
}

/** One of a batch of several outputs. */
interface MixedItem extends BatchItem {
  spec: string;
}

/** Resources of one message, and characters of their data: svc holds a message in memory. */
const MOST = 500;
const LARGEST = 16_000_000;

/** The resources of a call that names one output, or one for each of them. */
function itemsOf(
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
async function writeBatch(
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
