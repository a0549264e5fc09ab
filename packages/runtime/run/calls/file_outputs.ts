import { SvcError } from "@svc/core/error";
import { lstatIfPresent } from "../../base/files/read.ts";
import { declaredOutput, type OutputInput, writeFileOutput } from "./outputs.ts";
import type { CallOf, OutputOverrides } from "../../sandbox/protocol.ts";
import type { ScratchFolders } from "../../sandbox/scratch.ts";

/** Files open at a time. */
const OPEN_FILES = 500;

interface OpenFile {
  spec: string;
  name: string;
  overrides: OutputOverrides;
}

/** Takes the files that a method writes into its own folder. */
export function fileOutputs(input: OutputInput, scratch: ScratchFolders) {
  const files = new Map<number, OpenFile>();
  let lastWriter = 0;
  return {
    open({ spec, name, overrides }: CallOf<"openFile">) {
      declaredOutput(input, spec, "file");
      if (files.size >= OPEN_FILES) {
        throw new SvcError("output_invalid", `More than ${OPEN_FILES} files are being written`, {
          hint: "Finish one before you start the next.",
        });
      }
      const writer = ++lastWriter;
      files.set(writer, { spec, name, overrides });
      return { writer };
    },
    /** Takes the file that the method wrote as a version of its data item. */
    async close({ writer }: CallOf<"closeFile">) {
      const file = files.get(writer);
      if (file === undefined) {
        throw new SvcError("output_invalid", "This file has already been written");
      }
      files.delete(writer);
      const source = await take(scratch, `output-${writer}`);
      try {
        return await writeFileOutput(input, file, source);
      } finally {
        await Deno.remove(source);
      }
    },
  };
}

/**
 * Moves a file to where the method cannot exchange it any more, and only then looks at what it is: a
 * link could lead to a file that the method itself may not read, and a pipe would never end.
 *
 * @returns its path there
 */
async function take({ path, taken }: ScratchFolders, name: string): Promise<string> {
  const source = `${taken}/${name}`;
  const moved = await Deno.rename(`${path}/${name}`, source).then(() => true, (error) => {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  });
  const info = moved ? await lstatIfPresent(source) : undefined;
  if (info?.isFile && info.nlink === 1) return source;
  if (moved) await Deno.remove(source, { recursive: true });
  throw new SvcError("output_invalid", "Nothing was written to the path of getFilePath()", {
    hint: "Write a regular file there, not a link or a folder.",
  });
}
