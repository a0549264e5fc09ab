import { assertDataName } from "@svc/core/name";
import type { Change } from "./change.ts";
import { isStaged } from "./change.ts";
import { soundMetadata } from "./metadata.ts";

/** What a journal says of one commit, and where in the journal that stands. */
export interface Frame {
  changes: Change[];
  /** Offset behind it, in bytes. */
  end: number;
  /** True when its changes have reached the folders of the items. */
  done: boolean;
}

/**
 * Follows a frame whose changes have reached the folders.
 *
 * @param key of the journal, which no method sees: the bytes of a commit that was cut off in the middle
 *   cannot end like this. Undefined for a journal of an earlier svc.
 */
export function doneLine(key: string | undefined): string {
  return key === undefined ? "done\n" : `done ${key}\n`;
}

/**
 * A commit as bytes: a line with its sizes, its changes in JSON, the contents one after the other, and
 * a last line that shows it is whole.
 */
export function encodeFrame(changes: readonly Change[]): Uint8Array {
  const contents = changes.flatMap((change) =>
    change.op === "write" && !isStaged(change.content) ? [change.content] : []
  );
  const header = new TextEncoder().encode(JSON.stringify(changes.map(withoutContent)));
  const body = contents.reduce((sum, { length }) => sum + length, 0);
  const id = crypto.randomUUID();
  const head = new TextEncoder().encode(`commit ${id} ${header.length} ${body}\n`);
  const tail = new TextEncoder().encode(`\nend ${id}\n`);
  const frame = new Uint8Array(head.length + header.length + body + tail.length);
  let at = 0;
  for (const part of [head, header, ...contents, tail]) {
    frame.set(part, at);
    at += part.length;
  }
  return frame;
}

function withoutContent(change: Change): unknown {
  if (change.op !== "write") return change;
  const { content, ...rest } = change;
  return isStaged(content) ? { ...rest, ...content } : rest;
}

/**
 * The whole frames of a journal from `offset` on. What follows them was cut off by a crash, or was not
 * written by svc: its commit was never answered, so it is left out.
 */
export function decodeFrames(journal: Uint8Array, offset: number, doneLine: string): Frame[] {
  const frames: Frame[] = [];
  let at = offset;
  while (at < journal.length) {
    const frame = frameAt(journal, at, doneLine);
    if (frame === undefined) break;
    frames.push(frame);
    at = frame.end;
  }
  return frames;
}

function frameAt(journal: Uint8Array, at: number, doneLine: string): Frame | undefined {
  const text = (from: number, length: number) =>
    new TextDecoder().decode(journal.subarray(from, from + length));
  const head = /^commit ([0-9a-f-]{36}) (\d{1,12}) (\d{1,12})\n/.exec(text(at, 100));
  if (head === null) return undefined;
  const [line, id, headerBytes, bodyBytes] = head as unknown as [string, string, string, string];
  const headerAt = at + line.length;
  const bodyAt = headerAt + Number(headerBytes);
  const tailAt = bodyAt + Number(bodyBytes);
  const tail = `\nend ${id}\n`;
  if (text(tailAt, tail.length) !== tail) return undefined;
  const changes = changesOf(
    text(headerAt, Number(headerBytes)),
    journal.subarray(bodyAt, tailAt),
  );
  if (changes === undefined) return undefined;
  const end = tailAt + tail.length;
  const done = text(end, doneLine.length) === doneLine;
  return { changes, end: done ? end + doneLine.length : end, done };
}

function changesOf(header: string, body: Uint8Array): Change[] | undefined {
  let at = 0;
  const take = (size: number) => body.subarray(at, at += size);
  try {
    const changes = (JSON.parse(header) as Record<string, unknown>[]).map((change) =>
      changeOf(change, take)
    );
    return at === body.length ? changes : undefined;
  } catch {
    return undefined;
  }
}

/** @throws Error for anything that svc would not have written: it names paths. */
function changeOf(change: Record<string, unknown>, take: (size: number) => Uint8Array): Change {
  if (change["op"] === "remove") {
    const { name, versions, highest } = change as {
      name: string;
      versions: number[];
      highest: number;
    };
    assertDataName(name);
    if (![...versions, highest].every(isVersion)) throw new Error("no version");
    return { op: "remove", name, versions, highest };
  }
  const metadata = soundMetadata(change["metadata"]);
  if (metadata === undefined || !isVersion(metadata.version)) throw new Error("no metadata");
  assertDataName(metadata.name);
  if (change["op"] === "replace") return { op: "replace", metadata };
  if (change["op"] !== "write") throw new Error("no change");
  const { staged } = change;
  if (staged === undefined) return { op: "write", metadata, content: take(metadata.size) };
  if (!/^[0-9a-f-]{36}$/.test(String(staged))) throw new Error("no staged file");
  return { op: "write", metadata, content: { staged: String(staged) } };
}

function isVersion(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
