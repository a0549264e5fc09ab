import type { ShownMetadata } from "@svc/core/answer";
import { isRecord } from "@svc/core/json";
import { readSmallFile } from "../../base/files/read.ts";
import type { DataMetadata, Written } from "./item.ts";
import { parseOwnMetadata } from "./metadata.ts";

/** What the order of versions depends on. */
export type Placed = Pick<DataMetadata, "id" | "version" | "createdAt" | "tags" | "written">;

/** The versions from one number to another, both included, whose numbers do not tell their order. */
export type Window = readonly [from: number, to: number];

/** Names the windows of an item, in its folder. Absent where the numbers tell the order. */
export const ORDER_FILE = ".order";

/** Bytes of it that are read. */
export const LONGEST_ORDER = 10_000_000;

/** Times from here on nobody's clock says: after one of them none could come. */
const NEVER = "9000";

/** The moment of a version that is written now, after one that was written at `last`. */
export function writtenAfter(last: string | undefined): Written {
  const now = micro(new Date(Date.now()).toISOString());
  const at = last === undefined || last < now ? now : next(last);
  return { at: at < NEVER ? at : last!, by: Deno.hostname() };
}

/** What a version says of when it was written; undefined for one of an earlier release. */
export function writtenOf({ written }: Pick<DataMetadata, "written">): Written | undefined {
  if (!isRecord(written)) return undefined;
  const { at, by } = written as Partial<Written>;
  const isSound = typeof at === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(at) &&
    at < NEVER && !Number.isNaN(Date.parse(at)) &&
    typeof by === "string" && by.length <= 255 && !/\p{Cc}/u.test(by);
  return isSound ? { at, by } : undefined;
}

/** Metadata as it may be shown to anyone. */
export function withoutMachine({ written: _, ...shown }: DataMetadata): ShownMetadata {
  return shown;
}

/**
 * The versions of an item in the order in which they were written: by `written.at`, then by machine,
 * then by id. A version of an earlier release says neither; it counts as written when its `createdAt`
 * says, and after all that had lower numbers when it got its own, unless a merge gave it that one.
 *
 * @param versions ascending by number
 */
export function inOrder<Version extends Placed>(versions: readonly Version[]): Version[] {
  return momentsOf(versions).sort(byMoment).map(({ version }) => version);
}

/** The latest moment of versions of an item, ascending by number; undefined for none. */
export function lastMoment(versions: readonly Placed[]): string | undefined {
  return momentsOf(versions).sort(byMoment).at(-1)?.at;
}

interface Moment<Version> {
  version: Version;
  at: string;
  /** Empty for an earlier release. */
  by: string;
}

function momentsOf<Version extends Placed>(versions: readonly Version[]): Moment<Version>[] {
  let before = "";
  return versions.map((version) => {
    const written = writtenOf(version);
    const isOwnNumber = version.tags["renumberedFrom"] === undefined;
    let at = written?.at ?? micro(version.createdAt);
    if (written === undefined && isOwnNumber && before !== "" && at <= before) at = next(before);
    if (isOwnNumber && at > before) before = at;
    return { version, at, by: written?.by ?? "" };
  });
}

function byMoment<Version extends Placed>(a: Moment<Version>, b: Moment<Version>): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  if (a.by !== b.by) return a.by < b.by ? -1 : 1;
  if (a.by === "") return a.version.version - b.version.version;
  return a.version.id < b.version.id ? -1 : 1;
}

/** Of each version that is followed by one with a lower number, the first such one: it overtook it. */
export function overtakenIn<Version>(
  ordered: readonly Version[],
  numberOf: (version: Version) => number,
): Map<Version, Version> {
  const overtaken = new Map<Version, Version>();
  const later: Version[] = [];
  for (const version of [...ordered].reverse()) {
    while (later.length > 0 && numberOf(later.at(-1)!) > numberOf(version)) later.pop();
    if (later.length > 0) overtaken.set(version, later.at(-1)!);
    later.push(version);
  }
  return overtaken;
}

/** The windows of versions that are in order; none where their numbers tell it. */
export function windowsOf(ordered: readonly Placed[]): Window[] {
  const numbers = ordered.map(({ version }) => version).sort((a, b) => a - b);
  const windows: Window[] = [];
  let from = 0;
  let highest = 0;
  for (const [at, { version }] of ordered.entries()) {
    highest = Math.max(highest, version);
    // All up to here, and nothing else, have the lowest numbers.
    if (highest !== numbers[at]) continue;
    if (at > from) windows.push([numbers[from]!, highest]);
    from = at + 1;
  }
  return windows;
}

/** The text of an item's {@linkcode ORDER_FILE}. */
export function orderText(windows: readonly Window[]): string {
  return `${JSON.stringify(windows)}\n`;
}

/**
 * The numbers of an item with an {@linkcode ORDER_FILE} in the order in which the versions were
 * written. What the file says is where to look; the versions say the order.
 *
 * @param numbers ascending
 */
export function numbersInOrder(item: string, numbers: readonly number[]): number[] {
  const windows = readWindows(item);
  const sorted: number[] = [];
  let at = 0;
  for (const [from, to] of windows) {
    while (at < numbers.length && numbers[at]! < from) sorted.push(numbers[at++]!);
    const inside: number[] = [];
    while (at < numbers.length && numbers[at]! <= to) inside.push(numbers[at++]!);
    sorted.push(...inOrder(placedIn(item, inside)).map(({ version }) => version));
  }
  return [...sorted, ...numbers.slice(at)];
}

/** What the order of these versions depends on, as their files say. */
export function placedIn(item: string, numbers: readonly number[]): Placed[] {
  return numbers.map((version) => {
    const text = readSmallFile(`${item}/${version}/metadata.yaml`, 1_000_000) ?? "";
    const known = parseOwnMetadata(text);
    if (known !== undefined) return { ...known, version };
    // Real YAML, which another tool wrote, or nothing that can be read: the first of all.
    const createdAt = /^createdAt: *["']?([^"'\s]+)/m.exec(text)?.[1] ?? "";
    return { id: "", version, createdAt, tags: {} };
  });
}

/** All of the versions where the file cannot be read: then nothing is taken for sorted. */
function readWindows(item: string): readonly Window[] {
  const everything: Window[] = [[0, Infinity]];
  const text = readSmallFile(`${item}/${ORDER_FILE}`, LONGEST_ORDER);
  if (text === undefined) return everything;
  try {
    const windows: unknown = JSON.parse(text);
    const isSound = Array.isArray(windows) &&
      windows.every((one) => Array.isArray(one) && one.every(Number.isSafeInteger));
    return isSound ? windows as Window[] : everything;
  } catch {
    return everything;
  }
}

/** A time with six digits of a second, so that texts are in the order of the times. */
function micro(time: string): string {
  const milliseconds = Date.parse(time);
  if (Number.isNaN(milliseconds)) return "";
  const text = new Date(milliseconds).toISOString();
  return text.length === 24 && text < NEVER ? text.replace("Z", "000Z") : "";
}

/** A millionth of a second later. */
function next(at: string): string {
  const millionths = Number(at.slice(20, 26)) + 1;
  if (millionths < 1_000_000) {
    return `${at.slice(0, 20)}${String(millionths).padStart(6, "0")}Z`;
  }
  const second = Date.parse(`${at.slice(0, 19)}Z`) + 1000;
  return new Date(second).toISOString().replace("Z", "000Z");
}
