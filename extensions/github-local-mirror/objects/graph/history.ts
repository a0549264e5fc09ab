import type { Graph } from "./graph.ts";

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
