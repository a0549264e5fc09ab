import { SvcError } from "@svc/core/error";
import { lstatIfPresent } from "../files/read.ts";
import { declaredOutput, type OutputInput, writeFileOutput } from "./outputs.ts";
import type { CallOf, DataHandle, OutputOverrides } from "./protocol.ts";

/** Bytes of one file output, and of all that are open: svc holds them in memory. */
const FILE_LIMIT = 256 * 1024 * 1024;

/** Files open at a time. */
const OPEN_FILES = 1000;

interface OpenFile {
  spec: string;
  name: string;
  overrides: OutputOverrides;
  chunks: Uint8Array[];
  size: number;
}

/** The file outputs that a method is writing. */
export interface FileOutputs {
  open(call: CallOf<"openFile">): { writer: number; dataId: string };
  append(call: CallOf<"appendFile">): void;
  /** Writes the whole file as a version of its data item. */
  close(call: CallOf<"closeFile">): Promise<DataHandle>;
}

/**
 * Takes file outputs piece by piece, under limits on their size and number.
 *
 * @param scratch the run's own folder, the only place a file is taken from
 */
export function fileOutputs(input: OutputInput, scratch: string): FileOutputs {
  const files = new Map<number, OpenFile>();
  let lastWriter = 0;

  const openFile = (writer: number): OpenFile => {
    const file = files.get(writer);
    if (file) return file;
    throw new SvcError("output_invalid", "This file has been written already");
  };
  const grow = (file: OpenFile, bytes: number) => {
    file.size += bytes;
    if (file.size > FILE_LIMIT) {
      throw new SvcError("output_invalid", `The file '${file.name}' is larger than 256 MB`);
    }
    let together = 0;
    for (const { size } of files.values()) together += size;
    if (together <= FILE_LIMIT) return;
    throw new SvcError("output_invalid", "The files being written hold more than 256 MB together", {
      hint: "Finish one before the next is begun.",
    });
  };

  return {
    open({ spec, name, overrides }) {
      declaredOutput(input, spec, "file");
      if (files.size >= OPEN_FILES) {
        throw new SvcError("output_invalid", `More than ${OPEN_FILES} files are being written`, {
          hint: "Finish one before the next is begun.",
        });
      }
      const writer = ++lastWriter;
      files.set(writer, { spec, name, overrides, chunks: [], size: 0 });
      return { writer, dataId: crypto.randomUUID() };
    },
    append({ writer, base64 }) {
      const file = openFile(writer);
      const chunk = Uint8Array.fromBase64(base64);
      grow(file, chunk.length);
      file.chunks.push(chunk);
    },
    async close({ writer, scratchFile }) {
      const file = openFile(writer);
      if (scratchFile !== undefined) {
        const rest = await fromScratch(scratch, scratchFile, (size) => grow(file, size));
        file.chunks.push(rest);
      }
      files.delete(writer);
      return await writeFileOutput(input, file, joined(file.chunks, file.size));
    },
  };
}

async function fromScratch(
  scratch: string,
  name: string,
  grow: (size: number) => void,
): Promise<Uint8Array> {
  const path = `${scratch}/${name}`;
  const info = /^output-\d+$/.test(name) ? await lstatIfPresent(path) : undefined;
  // A link could lead to a file that the method itself may not read.
  if (!info?.isFile) {
    throw new SvcError("output_invalid", "Nothing was written to the path of getFilePath()");
  }
  grow(info.size);
  return await Deno.readFile(path);
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  if (chunks.length === 1) return chunks[0]!;
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
