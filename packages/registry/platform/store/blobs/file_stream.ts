/** Bytes that are read at once. */
const STEP = 256 * 1024;

/** The first `size` bytes of an open file, which is closed at the end. */
export function fileStream(
  file: Deno.FsFile,
  size: number,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let left = size;
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const buffer = new Uint8Array(Math.min(STEP, left));
        const read = left === 0 ? 0 : await file.read(buffer);
        // Its length has been announced: who reads would take the next answer for the rest.
        if (read === null) throw new Error(`the file is ${left} bytes shorter than it was`);
        left -= read;
        if (read > 0) controller.enqueue(buffer.subarray(0, read));
      } catch (error) {
        file.close();
        throw error;
      }
      if (left > 0) return;
      file.close();
      controller.close();
    },
    cancel: () => file.close(),
  }, { highWaterMark: 0 });
}
