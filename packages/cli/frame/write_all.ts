/** Where bytes go: a file, a pipe or a terminal. */
type Sink = Pick<typeof Deno.stdout, "writeSync">;

/** Writes a result. A reader such as `head` that has seen enough is not a failure of ours. */
export function writeResult(text: string): void {
  try {
    writeAll(Deno.stdout, text);
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

/** Writes all of a text. */
export function writeAll(sink: Sink, text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += sink.writeSync(bytes.subarray(at));
}
