import { directBody } from "@svc/http/listener";

/** Bytes that are read at once. */
const STEP = 512 * 1024;

/** Memory for the next file that is sent; as much of it as is usually used at once. */
const SPARE: { most: number; buffers: Uint8Array<ArrayBuffer>[] } = { most: 8, buffers: [] };

/**
 * The first `size` bytes of an open file, which is closed at the end. The listener sends them from
 * memory that is used again: new memory for each piece takes half of the processor time.
 */
export function fileStream(
  file: Deno.FsFile,
  size: number,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let left = size;
  let open = true;
  // A stream whose end is still to be read can be cancelled, too.
  const close = () => {
    if (open) file.close();
    open = false;
  };
  /** Reads the next piece into the memory, and closes the file behind the last one. */
  async function next(buffer: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    try {
      const read = left === 0 ? 0 : await file.read(buffer.subarray(0, Math.min(STEP, left)));
      // Its length has been announced: who reads would take the next answer for the rest.
      if (read === null) throw new Error(`the file is ${left} bytes shorter than it was`);
      left -= read;
      if (left === 0) close();
      return buffer.subarray(0, read);
    } catch (error) {
      close();
      throw error;
    }
  }
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const piece = await next(new Uint8Array(Math.min(STEP, left)));
      if (piece.length > 0) controller.enqueue(piece);
      if (left === 0) controller.close();
    },
    cancel: close,
  }, { highWaterMark: 0 });
  return directBody(stream, async (write) => {
    const buffer = SPARE.buffers.pop() ?? new Uint8Array(STEP);
    try {
      while (left > 0) await write(await next(buffer));
    } finally {
      close();
    }
    // Of a connection that broke off, some of it may still be on its way.
    if (SPARE.buffers.length < SPARE.most) SPARE.buffers.push(buffer);
  });
}
