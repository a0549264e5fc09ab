import type { DataHandle, OutputOverrides } from "../protocol.ts";
import type { Channel } from "./channel.ts";

/** What `context.createFileWriter` gives (extension format reference §3.2); good for one file. */
export interface DataWriter {
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
export interface WrittenFile {
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
export function createWriter(channel: Channel, written: WrittenFile): DataWriter {
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
    if (ended) return Promise.reject(new Error(`The file '${name}' has been written already`));
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
