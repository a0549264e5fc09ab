/** Bytes of a file that are wanted: from `start`, up to and without `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * The part that a `Range` header asks for (RFC 9110, 14.2): undefined for the whole, also for what is
 * no range of bytes or more than one; `unsatisfiable` for one behind the end.
 */
export function rangeOf(
  header: string | null,
  size: number,
): ByteRange | "unsatisfiable" | undefined {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/.exec(header ?? "");
  if (match === null) return undefined;
  const [, first, last] = match as unknown as [string, string, string];
  if (first === "") {
    if (last === "") return undefined;
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size };
  }
  const start = Number(first);
  const end = last === "" ? size : Math.min(Number(last) + 1, size);
  if (last !== "" && Number(last) < start) return undefined;
  return start >= size ? "unsatisfiable" : { start, end };
}
