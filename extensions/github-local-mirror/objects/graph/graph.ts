import type { Objects } from "../repository/objects.ts";
import { startSession } from "../session/session.ts";

/** Commits and their parents, by number. */
export interface Graph {
  ids: Ids;
  /** Parents of a commit, the first one first. */
  parentsOf(commit: number): readonly number[];
}

const [LINE_END, SPACE] = [10, 32];

/**
 * Reads the history of these commits, with one process. A million commits take about 60 MB.
 *
 * @param tips ids; those that are not there are left out
 */
export async function loadGraph(objects: Objects, tips: readonly string[]): Promise<Graph> {
  const bytes = (tips[0]?.length ?? 40) / 2;
  const ids = createIds(bytes);
  const firsts = numbers();
  /** Parents behind the first one, of the few commits that have several. */
  const others = new Map<number, number[]>();
  await using session = startSession(objects, [
    "rev-list",
    "--parents",
    "--ignore-missing",
    "--stdin",
  ]);
  const asked = session.ask(tips.map((tip) => `${tip}\n`).join("")).then(session.close);
  for await (const line of linesOf(session.answers.some)) {
    const commit = ids.add(line);
    const parents: number[] = [];
    for (let at = bytes * 2; line[at] === SPACE; at += bytes * 2 + 1) {
      parents.push(ids.add(line.subarray(at + 1)));
    }
    firsts.set(commit, parents[0] ?? -1);
    if (parents.length > 1) others.set(commit, parents.slice(1));
  }
  await asked;
  await session.ended();
  return {
    ids,
    parentsOf(commit) {
      const first = firsts.get(commit);
      return first < 0 ? [] : [first, ...others.get(commit) ?? []];
    },
  };
}

async function* linesOf(
  some: () => Promise<Uint8Array | undefined>,
): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array(0);
  for (let piece = await some(); piece !== undefined; piece = await some()) {
    const whole = new Uint8Array(rest.length + piece.length);
    whole.set(rest);
    whole.set(piece, rest.length);
    let from = 0;
    for (let end = whole.indexOf(LINE_END); end >= 0; end = whole.indexOf(LINE_END, from)) {
      yield whole.subarray(from, end);
      from = end + 1;
    }
    rest = whole.slice(from);
  }
}

/** A list of numbers that grows by itself; what was not set is -1. */
function numbers() {
  let list = new Int32Array(1024).fill(-1);
  return {
    get: (index: number) => list[index] ?? -1,
    set(index: number, value: number) {
      if (index >= list.length) {
        const larger = new Int32Array(Math.max(list.length * 2, index + 1)).fill(-1);
        larger.set(list);
        list = larger;
      }
      list[index] = value;
    },
  };
}

/** A branch as it grew: its first parents, and when each of its commits came to it. */
export interface History {
  /** First parents from the root on to the tip. */
  chain: Int32Array;
  /** Position in `chain` at which a commit came to the branch; -1 for one that it does not have. */
  cameAt(commit: number): number;
  /** Position of a commit that is one of the first parents; -1 for others. */
  positionOf(commit: number): number;
}

/** The history of a branch whose tip is this commit. A commit is visited once. */
export function historyOf(graph: Graph, tip: number): History {
  const came = new Int32Array(graph.ids.size()).fill(-1);
  const chain = firstParents(graph, tip);
  for (const [position, commit] of chain.entries()) {
    const waiting = [commit];
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      if (came[one] !== -1) continue;
      came[one] = position;
      waiting.push(...graph.parentsOf(one));
    }
  }
  const cameAt = (commit: number) => came[commit] ?? -1;
  return {
    chain,
    cameAt,
    positionOf: (commit) => chain[cameAt(commit)] === commit ? cameAt(commit) : -1,
  };
}

function firstParents(graph: Graph, tip: number): Int32Array {
  const list: number[] = [];
  for (let at: number | undefined = tip; at !== undefined; at = graph.parentsOf(at)[0]) {
    list.push(at);
  }
  return Int32Array.from(list.reverse());
}

/** Ids of commits, each with a number from 0 on; a tenth of what a map of texts takes. */
export interface Ids {
  /** How many there are. */
  size(): number;
  /** The number of an id that is added when it is new, given as hexadecimal digits in ASCII. */
  add(digits: Uint8Array): number;
  /** The number of an id; -1 when it is not there. */
  find(id: string): number;
  /** The id of a number. */
  at(index: number): string;
}

/** @param bytes of an id: 20 or 32 */
export function createIds(bytes: number): Ids {
  let count = 0;
  let store = new Uint8Array(bytes * 1024);
  // Numbers by the first bytes of the id, shifted by one: 0 is free.
  let slots = new Int32Array(4096);

  const slotOf = (id: Uint8Array): number => {
    const mask = slots.length - 1;
    let slot = (id[0]! | id[1]! << 8 | id[2]! << 16 | id[3]! << 24) & mask;
    while (slots[slot] !== 0 && !sameAt(store, (slots[slot]! - 1) * bytes, id)) {
      slot = slot + 1 & mask;
    }
    return slot;
  };
  const grow = () => {
    if ((count + 1) * bytes > store.length) {
      const larger = new Uint8Array(store.length * 2);
      larger.set(store);
      store = larger;
    }
    if (count * 2 < slots.length) return;
    slots = new Int32Array(slots.length * 2);
    for (let index = 0; index < count; index++) {
      slots[slotOf(store.subarray(index * bytes, (index + 1) * bytes))] = index + 1;
    }
  };
  const scratch = new Uint8Array(bytes);
  return {
    size: () => count,
    add(digits) {
      for (let at = 0; at < bytes; at++) {
        scratch[at] = nibble(digits[2 * at]!) << 4 | nibble(digits[2 * at + 1]!);
      }
      const slot = slotOf(scratch);
      if (slots[slot] !== 0) return slots[slot]! - 1;
      store.set(scratch, count * bytes);
      slots[slot] = ++count;
      grow();
      return count - 1;
    },
    find: (id) =>
      id.length === bytes * 2 && /^[0-9a-f]+$/.test(id)
        ? slots[slotOf(Uint8Array.fromHex(id))]! - 1
        : -1,
    at: (index) => store.subarray(index * bytes, (index + 1) * bytes).toHex(),
  };
}

function sameAt(store: Uint8Array, from: number, id: Uint8Array): boolean {
  for (let at = 0; at < id.length; at++) if (store[from + at] !== id[at]) return false;
  return true;
}

/** The value of a lower-case hexadecimal digit. */
function nibble(digit: number): number {
  return digit <= 57 ? digit - 48 : digit - 87;
}
