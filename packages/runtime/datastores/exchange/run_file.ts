import { removeIfPresent } from "../../base/files/remove.ts";
import { isRecord } from "@svc/core/json";
import { nameProblem } from "@svc/core/text";
import { parseLine, parseTypeOf } from "./header.ts";
import { copyPieces, openRegular, readLine, writeWhole } from "./pieces.ts";
import { FORMAT } from "./paths.ts";
import { Refused } from "./refusal.ts";

/** Where a run is kept here, and what it consists of. */
interface RunHeader {
  /** Id of the run. */
  id: string;
  /** Id of the behavior. */
  definition: string;
  /** Normalized type of the behavior. */
  type: string;
  method: string;
  /** The time in the names of its files, such as `2026-01-02T03-04-05-678Z`. */
  stamp: string;
  record: Part;
  /** Absent when there is none. */
  log?: Part;
}

interface Part {
  size: number;
  /** SHA-256 in hexadecimal. */
  checksum: string;
}

/** Bytes of a record; svc itself writes far fewer. */
export const LONGEST_RECORD = 50_000_000;

const STAMP = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z$/;

/**
 * Writes the file of a run: a line of JSON, then its record, then its log.
 *
 * @param files the record, and the log when there is one
 * @throws Refused when one of them is not a regular file
 */
export function writeRunFile(
  about: Omit<RunHeader, "record" | "log">,
  files: { record: string; log?: string },
  target: string,
): void {
  const parts = [files.record, ...files.log === undefined ? [] : [files.log]].map((path) => {
    const opened = openRegular(path);
    if (opened === undefined) throw new Refused("its record is not a regular file");
    return opened;
  });
  try {
    const [record, log] = parts.map(({ file, size }) => copyPieces(file, undefined, size));
    const header = { svc: FORMAT, ...about, record, ...log === undefined ? {} : { log } };
    using to = Deno.openSync(target, { write: true, createNew: true });
    writeWhole(to, new TextEncoder().encode(`${JSON.stringify(header)}\n`));
    for (const { file, size } of parts) {
      file.seekSync(0, Deno.SeekMode.Start);
      copyPieces(file, to, size);
    }
  } finally {
    for (const { file } of parts) file.close();
  }
}

/**
 * Reads the first line of a run's file and leaves the file at what follows.
 *
 * @throws Refused for anything that svc would not have written there
 */
function readHeader(
  { file, size }: { file: Deno.FsFile; size: number },
  place: { id: string; definition: string },
): RunHeader {
  const line = readLine(file);
  if (line === undefined) throw new Refused("its first line is not one that svc writes");
  const value = parseLine(line.text);
  const { id, definition, method, stamp } = value;
  if (id !== place.id) throw new Refused("it says that it is another run");
  if (String(definition).toLowerCase() !== place.definition) {
    throw new Refused("it says that it belongs to another behavior");
  }
  if (!isMethod(method)) throw new Refused("the name of its method leads elsewhere");
  if (typeof stamp !== "string" || !STAMP.test(stamp)) throw new Refused("its time is not valid");
  const type = parseTypeOf(value);
  const record = partOf(value["record"]);
  const log = value["log"] === undefined ? undefined : partOf(value["log"]);
  if (record.size > LONGEST_RECORD) throw new Refused("its record is too large");
  if (size - line.at !== record.size + (log?.size ?? 0)) throw new Refused("it is not whole");
  const header = { id: place.id, definition: String(definition), type, method, stamp, record };
  return log === undefined ? header : { ...header, log };
}

/** What the file of a run says of itself. @throws Refused as `takeRunFile` */
export function readRunHeader(path: string, place: { id: string; definition: string }): RunHeader {
  const opened = openRegular(path);
  if (opened === undefined) throw new Refused("it is not a regular file");
  using _file = opened.file;
  return readHeader(opened, place);
}

/**
 * Takes record and log out of a run's file.
 *
 * @param targets files that do not exist; removed again when something is wrong
 * @throws Refused for anything that svc would not have written there
 */
export function takeRunFile(
  path: string,
  place: { id: string; definition: string },
  targets: { record: string; log: string },
): RunHeader {
  const opened = openRegular(path);
  if (opened === undefined) throw new Refused("it is not a regular file");
  using file = opened.file;
  const header = readHeader(opened, place);
  try {
    takePart(file, header.record, targets.record);
    if (header.log !== undefined) takePart(file, header.log, targets.log);
    return header;
  } catch (error) {
    for (const target of [targets.record, targets.log]) removeIfPresent(target);
    throw error;
  }
}

function takePart(from: Deno.FsFile, part: Part, target: string): void {
  using to = Deno.openSync(target, { write: true, createNew: true });
  const copied = copyPieces(from, to, part.size);
  if (copied.size !== part.size || copied.checksum !== part.checksum) {
    throw new Refused("its content has another checksum");
  }
}

function partOf(value: unknown): Part {
  if (isRecord(value)) {
    const { size, checksum } = value;
    if (Number.isSafeInteger(size) && (size as number) >= 0 && typeof checksum === "string") {
      return { size: size as number, checksum };
    }
  }
  throw new Refused("its first line is not one that svc writes");
}

/** One plain segment of a path. */
function isMethod(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= 200 &&
    value !== "." && !value.includes("..") && !/[/\\\0]/.test(value) &&
    nameProblem(value) === undefined;
}
