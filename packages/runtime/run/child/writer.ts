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

/** Bytes sent at once; a multiple of three, so that base64 needs no padding in between. */
const CHUNK = 3 * 64 * 1024;

/** A writer for one file output. */
export async function createWriter(
  channel: Channel,
  scratch: string,
  spec: string,
  name: string,
  overrides: OutputOverrides,
  onHandle: (handle: DataHandle) => void,
): Promise<DataWriter> {
  const { writer, dataId } = await channel.call<{ writer: number; dataId: string }>({
    op: "openFile",
    spec,
    name,
    overrides,
  });
  let ended = false;
  let scratchFile: string | undefined;
  const open = () => {
    if (ended) throw new Error(`The file '${name}' has been written already`);
  };
  const append = async (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length; at += CHUNK) {
      const base64 = bytes.subarray(at, at + CHUNK).toBase64();
      await channel.call({ op: "appendFile", writer, base64 });
    }
  };
  const finish = async () => {
    open();
    ended = true;
    const handle = await channel.call<DataHandle>({
      op: "closeFile",
      writer,
      ...(scratchFile === undefined ? {} : { scratchFile }),
    });
    onHandle(handle);
    return handle;
  };
  const encoder = new TextEncoder();
  return {
    dataId,
    name,
    async writeAll(bytes) {
      open();
      await append(bytes);
      return await finish();
    },
    async writeText(text) {
      open();
      await append(encoder.encode(text));
      return await finish();
    },
    async writeLine(text) {
      open();
      await append(encoder.encode(`${text}\n`));
    },
    async writeStream(stream, options = {}) {
      open();
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
      return await finish();
    },
    getFilePath() {
      open();
      scratchFile ??= `output-${writer}`;
      return Promise.resolve(`${scratch}/${scratchFile}`);
    },
    finalize: finish,
  };
}
