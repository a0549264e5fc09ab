import { PlatformFailure } from "../../../platform/failure.ts";
import type { Objects } from "../repository/objects.ts";
import { type Session, startSession } from "../session/session.ts";
import { type Files, readFiles } from "./files.ts";
import { answerBegin, answerEnd, type Pair } from "./pair.ts";

/** Compares trees, thousands with two processes. */
export interface Differ extends AsyncDisposable {
  /** The files that differ; undefined when that takes too long. */
  files(pair: Pair): Promise<Files | undefined>;
  /** The difference as text; undefined when it is too large or takes too long. */
  patch(pair: Pair): Promise<Uint8Array[] | undefined>;
}

/** Options that hold whatever a tree or a configuration says: nothing of them is run. */
const COMMON = [
  "--stdin",
  // Also of what is equal: without a beginning, what was asked for is not there.
  "--always",
  "-r",
  "-C",
  "-l1000",
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--diff-algorithm=default",
  "--no-relative",
];

const FILES = ["diff-tree", ...COMMON, "-z", "--raw", "--numstat"];
const PATCH = ["diff-tree", ...COMMON, "-p", "--full-index", "--src-prefix=a/", "--dst-prefix=b/"];

/** Longest time of one comparison, in milliseconds: a stranger may push what takes for ever. */
const LONGEST_MS = 120_000;

/** Opens a differ; its processes start when they are needed. */
export function openDiffer(objects: Objects, longestMs = LONGEST_MS): Differ {
  const files = restarting(() => startSession(objects, FILES), longestMs);
  const patch = restarting(() => startSession(objects, PATCH), longestMs);
  return {
    files: (pair) => files.use((session) => readFiles(session, pair)),
    patch: (pair) => patch.use((session) => readPatch(session, pair)),
    async [Symbol.asyncDispose]() {
      await files.end();
      await patch.end();
    },
  };
}

/** A session that is ended when one answer takes too long; the next question starts another one. */
function restarting(start: () => Session, longestMs: number) {
  let session: Session | undefined;
  const end = async () => {
    const ending = session;
    session = undefined;
    await ending?.[Symbol.asyncDispose]();
  };
  return {
    end,
    async use<T>(ask: (session: Session) => Promise<T>): Promise<T | undefined> {
      session ??= start();
      let late = false;
      const timer = setTimeout(() => {
        late = true;
        session?.kill();
      }, longestMs);
      try {
        return await ask(session);
      } catch (error) {
        await end();
        if (late && error instanceof PlatformFailure) return undefined;
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

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
