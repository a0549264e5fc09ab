import type { NumberedEvent, RunStreamEvent } from "./run.ts";

// <state folder>/runs/<id>.ndjson: one NumberedEvent a line. JSON has no line breaks and no control
// characters in a text, whatever a method prints.

/** Where the events of runs lie. */
export function eventFolder(stateFolder: string): string {
  return `${stateFolder}/runs`;
}

/** The file of a run's events. */
export function eventPath(stateFolder: string, id: string): string {
  return `${eventFolder(stateFolder)}/${id}.ndjson`;
}

/** Takes the events of one run that is in progress or queued. */
export interface EventWriter extends Disposable {
  /** Bytes so far. */
  readonly size: number;
  append(event: RunStreamEvent): void;
}

/** How the events of a run are written. */
export interface EventWriterOptions {
  /** Output beyond so many bytes is left out; how the run goes on is still written. */
  limitBytes: number;
  now(): Date;
}

const NEWLINE = 10;

/** Opens the events of a run, made when there are none. What a killed server left half written goes. */
export function openEventWriter(path: string, options: EventWriterOptions): EventWriter {
  const { limitBytes, now } = options;
  const file = Deno.openSync(path, { read: true, write: true, create: true, mode: 0o600 });
  const encoder = new TextEncoder();
  let { seq, size } = wholeLines(file);
  let full = false;

  function write(event: RunStreamEvent): void {
    const line = encoder.encode(
      `${JSON.stringify({ seq: ++seq, at: now().toISOString(), event })}\n`,
    );
    writeAll(file, line);
    size += line.length;
  }

  return {
    get size() {
      return size;
    },
    append(event) {
      const bare = withoutContents(event);
      if (!isOutput(bare)) return write(bare);
      if (full) return;
      // A text of so many characters has at least as many bytes.
      full = size + (bare.kind === "output" ? bare.text.length + (bare.colored?.length ?? 0) : 0) >
        limitBytes;
      write(full ? { kind: "truncated", limitBytes } : bare);
    },
    [Symbol.dispose]: () => file.close(),
  };
}

/** What a method can have happen as often as it likes. */
function isOutput({ kind }: RunStreamEvent): boolean {
  return kind === "output" || kind === "data";
}

function withoutContents(event: RunStreamEvent): RunStreamEvent {
  if (event.kind !== "data") return event;
  const { attributes: _, ...artifact } = event.artifact;
  return { kind: "data", artifact };
}

/** Cuts what is not a whole line off the end. @returns how many lines there are, and how many bytes */
function wholeLines(file: Deno.FsFile): { seq: number; size: number } {
  const buffer = new Uint8Array(64 * 1024);
  let seq = 0;
  let size = 0;
  let at = 0;
  for (let read = file.readSync(buffer); read !== null; read = file.readSync(buffer)) {
    for (let index = 0; index < read; index++) {
      if (buffer[index] !== NEWLINE) continue;
      seq++;
      size = at + index + 1;
    }
    at += read;
  }
  if (at > size) file.truncateSync(size);
  file.seekSync(size, Deno.SeekMode.Start);
  return { seq, size };
}

function writeAll(file: Deno.FsFile, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
}

/** A place in a file of events: the start of a line. */
export interface Place {
  offset: number;
}

/** Bytes that are read at once; a longer line is read whole. */
const PIECE = 64 * 1024;

/**
 * Reads whole lines from `place` on, as many as one piece has, and moves it behind them. The file is
 * open only meanwhile, so that those who wait for news cost none.
 */
export function readEvents(path: string, place: Place): NumberedEvent[] {
  let file: Deno.FsFile;
  try {
    file = Deno.openSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
  try {
    for (let length = PIECE;; length *= 2) {
      file.seekSync(place.offset, Deno.SeekMode.Start);
      const piece = new Uint8Array(length);
      const read = readFull(file, piece);
      const end = piece.lastIndexOf(NEWLINE, read - 1) + 1;
      if (read === 0 || (end === 0 && read < length)) return [];
      if (end === 0) continue;
      place.offset += end;
      return eventsIn(piece.subarray(0, end));
    }
  } finally {
    file.close();
  }
}

function readFull(file: Deno.FsFile, into: Uint8Array): number {
  let at = 0;
  while (at < into.length) {
    const read = file.readSync(into.subarray(at));
    if (read === null) break;
    at += read;
  }
  return at;
}

function eventsIn(bytes: Uint8Array): NumberedEvent[] {
  return new TextDecoder().decode(bytes).split("\n").filter((line) => line !== "")
    .map((line) => JSON.parse(line) as NumberedEvent);
}
