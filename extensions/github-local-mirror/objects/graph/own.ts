import type { Graph } from "./graph.ts";
import type { History } from "./history.ts";

/** What a branch has that its base lacks. */
export interface OwnCommits {
  /** Parents before children, the head last. */
  commits: number[];
  /** Commits of the base that they build on. */
  edges: Set<number>;
}

/**
 * The commits of a head that its base lacks.
 *
 * @param until position in the base's history; what came later does not count
 */
export function ownCommits(
  graph: Graph,
  head: number,
  history: History,
  until: number,
): OwnCommits {
  const inBase = (commit: number) => {
    const came = history.cameAt(commit);
    return came >= 0 && came <= until;
  };
  const own: OwnCommits = { commits: [], edges: new Set() };
  if (inBase(head)) return { commits: [], edges: new Set([head]) };
  const seen = new Set([head]);
  const path: { commit: number; next: number }[] = [{ commit: head, next: 0 }];
  while (path.length > 0) {
    const here = path.at(-1)!;
    const parent = graph.parentsOf(here.commit)[here.next++];
    if (parent === undefined) {
      own.commits.push(here.commit);
      path.pop();
    } else if (inBase(parent)) own.edges.add(parent);
    else if (!seen.has(parent)) {
      seen.add(parent);
      path.push({ commit: parent, next: 0 });
    }
  }
  return own;
}

/**
 * The best of the commits that a branch builds on: the newest of the base's first parents. Undefined
 * when they are not in one line, so that git has to be asked.
 */
export function bestEdge(edges: ReadonlySet<number>, history: History): number | undefined {
  const [first] = edges;
  if (edges.size <= 1) return first;
  let best = -1;
  for (const edge of edges) {
    const position = history.positionOf(edge);
    if (position < 0) return undefined;
    best = Math.max(best, position);
  }
  return history.chain[best];
}
