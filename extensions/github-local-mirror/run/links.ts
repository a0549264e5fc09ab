import { join } from "node:path";
import type { Relationship } from "../../platform/subjects/references.ts";
import type { Subject, SubjectType } from "../../platform/subjects/subject.ts";
import { appendDurably, readIfThere, replaceDurably } from "../state/durable_file.ts";

/** What a subject says of another one of the same repository: its number, and how. */
export type Outgoing = readonly [to: number, relationship: Relationship];

/** A subject that speaks of another one. */
export interface Incoming extends Subject {
  relationship: Relationship;
}

/** Who speaks of whom in the repository, in both directions, also in later runs. */
export interface Links {
  /** Keeps what subjects say now; safe on the disk when it returns. */
  set(said: readonly { subject: Subject; outgoing: readonly Outgoing[] }[]): Promise<void>;
  /** Who speaks of a subject, by number. */
  to(number: number): Incoming[];
  /** Numbers of whom others speak differently than when `settle` was called last. */
  changed(): number[];
  /** What `changed` told is stored. */
  settle(): Promise<void>;
  /** Forgets everything: the data are not those it was about. */
  clear(): Promise<void>;
}

/** One subject's line. */
type Entry = readonly [number: number, type: SubjectType, outgoing: readonly Outgoing[]];

/** Stands in the file where everything before it was settled. */
const SETTLED = "-";

/** Lines beyond twice the subjects before the file is written again. */
const SPARE_LINES = 1_000;

/**
 * The links in `artifacts`, a line a subject, the last line of a number counts.
 *
 * @returns the links, and whether they are all there: they were settled once
 */
export async function openLinks(artifacts: string): Promise<{ links: Links; whole: boolean }> {
  const path = join(artifacts, "references.log");
  const text = await readIfThere(path);
  const outgoing = new Map<number, Entry>();
  const incoming = new Map<number, Map<number, Incoming>>();
  const changed = new Set<number>();
  let lines = 0;
  let whole = false;

  const take = (entry: Entry) => {
    const [number, subjectType, said] = entry;
    for (const [to] of outgoing.get(number)?.[2] ?? []) {
      incoming.get(to)?.delete(number);
      changed.add(to);
    }
    for (const [to, relationship] of said) {
      if (!incoming.has(to)) incoming.set(to, new Map());
      incoming.get(to)!.set(number, { subjectType, number, relationship });
      changed.add(to);
    }
    if (said.length === 0) outgoing.delete(number);
    else outgoing.set(number, entry);
  };
  for (const line of text?.split("\n") ?? []) {
    if (line !== "") lines += 1;
    if (line === SETTLED) {
      whole = true;
      changed.clear();
    }
    const entry = entryOf(line);
    if (entry !== null) take(entry);
  }
  // Half a line, left by a crash, is none: the next one begins behind it.
  if (text !== null && text !== "" && !text.endsWith("\n")) await appendDurably(path, "\n");

  const links: Links = {
    async set(said) {
      const entries = said.map(({ subject, outgoing }): Entry => [
        subject.number,
        subject.subjectType,
        outgoing,
      ]).filter((entry) => !isSame(entry, outgoing.get(entry[0])));
      if (entries.length === 0) return;
      await appendDurably(path, entries.map(asLine).join(""));
      lines += entries.length;
      entries.forEach(take);
    },
    to: (number) =>
      [...incoming.get(number)?.values() ?? []].sort((one, other) => one.number - other.number),
    changed: () => [...changed],
    async settle() {
      if (lines > 2 * outgoing.size + SPARE_LINES) {
        const all = [...outgoing.values()].map(asLine).join("");
        await replaceDurably(path, `${all}${SETTLED}\n`);
        lines = outgoing.size + 1;
      } else if (changed.size > 0 || !whole) {
        await appendDurably(path, `${SETTLED}\n`);
        lines += 1;
      }
      changed.clear();
      whole = true;
    },
    async clear() {
      for (const map of [outgoing, incoming]) map.clear();
      changed.clear();
      lines = 0;
      whole = false;
      await replaceDurably(path, "");
    },
  };
  return { links, whole };
}

function isSame([, type, said]: Entry, known: Entry | undefined): boolean {
  if (known === undefined) return said.length === 0;
  return type === known[1] && JSON.stringify(said) === JSON.stringify(known[2]);
}

function asLine(entry: Entry): string {
  return `${JSON.stringify(entry)}\n`;
}

function entryOf(line: string): Entry | null {
  if (!line.startsWith("[")) return null;
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return null;
  }
}
