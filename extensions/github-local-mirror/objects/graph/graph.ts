import type { Objects } from "../repository/objects.ts";
import { startSession } from "../session/session.ts";
import { createIds, type Ids } from "./ids.ts";

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
