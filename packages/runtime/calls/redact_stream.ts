/**
 * A text in pieces without its secrets: each becomes `***`, also where it lies across two pieces.
 *
 * @param secrets the longest first
 */
export async function* redactedPieces(
  pieces: AsyncIterable<string>,
  secrets: readonly string[],
): AsyncGenerator<string> {
  if (secrets.length === 0) return yield* pieces;
  const pattern = new RegExp(secrets.map((secret) => RegExp.escape(secret)).join("|"), "g");
  const longest = secrets[0]!.length;
  let text = "";
  for await (const piece of pieces) {
    text += piece;
    // What begins later may go on in the next piece.
    const { clean, rest } = redactedUntil(text, pattern, text.length - longest + 1);
    text = rest;
    if (clean !== "") yield clean;
  }
  yield redactedUntil(text, pattern, Infinity).clean;
}

/** Replaces the secrets that begin before `end`, and gives what lies before it and the rest. */
function redactedUntil(
  text: string,
  pattern: RegExp,
  end: number,
): { clean: string; rest: string } {
  let clean = "";
  let at = 0;
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    if (found.index >= end) break;
    clean += `${text.slice(at, found.index)}***`;
    at = pattern.lastIndex;
  }
  const until = Math.max(at, Math.min(end, text.length));
  return { clean: clean + text.slice(at, until), rest: text.slice(until) };
}
