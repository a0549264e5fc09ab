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
}

/**
 * A writer for one file output. The bytes go to a file in the run's own folder, which svc takes from
 * there: no pipe and no memory holds them.
 */
export async function createWriter(channel: Channel, written: WrittenFile): Promise<DataWriter> {
  const { spec, name, overrides, keep } = written;
  const { writer, dataId } = await channel.call<{ writer: number; dataId: string }>({
    op: "openFile",
    spec,
    name,
    overrides,
  });
  const path = `${channel.hello.scratch}/output-${writer}`;
  let file: Deno.FsFile | undefined;
  let handedOut = false;
  let ended = false;
  const assertOpen = () => {
    if (ended) throw new Error(`The file '${name}' has been written already`);
  };
  const append = async (bytes: Uint8Array) => {
    file ??= await Deno.open(path, { append: true, create: true });
    for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
  };
  const finalize = async () => {
    assertOpen();
    ended = true;
    // Nothing written is an empty file, unless somebody else was to write it.
    if (!handedOut) await append(new Uint8Array());
    file?.close();
    const handle = await channel.call<DataHandle>({ op: "closeFile", writer });
    keep(handle);
    return handle;
  };
  const encoder = new TextEncoder();
  return {
    dataId,
    name,
    async writeAll(bytes) {
      assertOpen();
      await append(bytes);
      return await finalize();
    },
    async writeText(text) {
      assertOpen();
      await append(encoder.encode(text));
      return await finalize();
    },
    async writeLine(text) {
      assertOpen();
      await append(encoder.encode(`${text}\n`));
    },
    async writeStream(stream, options = {}) {
      assertOpen();
      const decoder = new TextDecoder();
      let line = "";
      for await (const chunk of stream) {
        await append(chunk);
        if (!options.onLine) continue;
        const parts = (line + decoder.decode(chunk, { stream: true })).split("\n");
        line = parts.pop()!;
        for (const part of parts) options.onLine(part);
      }
      if (options.onLine && line !== "") options.onLine(line);
      return await finalize();
    },
    getFilePath() {
      assertOpen();
      handedOut = true;
      return Promise.resolve(path);
    },
    finalize,
  };
}
