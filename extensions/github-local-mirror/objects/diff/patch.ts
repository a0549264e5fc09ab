import type { Session } from "../session/session.ts";
import { answerBegin, answerEnd } from "./end.ts";
import type { Pair } from "./pair.ts";

/** Bytes of a patch that is kept. */
const LARGEST_PATCH = 5_000_000;

const LINE_END = 10;

/** Asks a `diff-tree --stdin -p`, and reads its answer; undefined when that is too large to keep. */
export async function readPatch(
  session: Session,
  pair: Pair,
): Promise<Uint8Array[] | undefined> {
  const { answers } = session;
  const end = answerEnd();
  await session.ask(`${pair.line}\n${end}`);
  await answerBegin(session, pair, LINE_END);
  const last = new TextEncoder().encode(end.slice(0, -1));
  const lines: Uint8Array[] = [];
  let bytes = 0;
  while (true) {
    const text = await answers.until(LINE_END);
    if (isSame(text, last)) break;
    bytes += text.length + 1;
    if (bytes > LARGEST_PATCH) lines.length = 0;
    else lines.push(withEnd(text));
  }
  return bytes > LARGEST_PATCH ? undefined : lines;
}

function withEnd(text: Uint8Array): Uint8Array {
  const line = new Uint8Array(text.length + 1);
  line.set(text);
  line[text.length] = LINE_END;
  return line;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
