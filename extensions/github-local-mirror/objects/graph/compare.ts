import { PlatformFailure } from "../../../platform/failure.ts";
import { mergeBaseOf } from "../../../platform/git/commits.ts";
import type { Objects } from "../repository/objects.ts";
import { type Graph, type History, historyOf } from "./graph.ts";

/** What a head is compared with. */
export interface Against {
  /** The platform's `base.sha`; null when it is not known. */
  sha: string | null;
  /** Tip of the base branch; undefined when that is gone. */
  tip: string | undefined;
}

/** How a head stands to its base. */
export interface Comparison {
  /** Null when nothing was said of it, or what was said is not there. */
  baseSha: string | null;
  /** Null when they share no commit. */
  mergeBase: string | null;
  /** Ids of the commits that the base lacks, parents before children. */
  commits: string[];
}

/** Compares heads with their bases, without a process for each. */
export interface Comparer {
  /**
   * @throws PlatformFailure `git_failed` when the head is not there
   * @returns undefined when the base is not known: nothing was said of it, and the head is part of the
   *   base branch by now
   */
  compare(head: string, against: Against): Promise<Comparison | undefined>;
}

/** Histories that are kept: most pull requests go into one of few branches. */
const KEPT_HISTORIES = 8;

/** Compares commits of a graph. */
export function createComparer(objects: Objects, graph: Graph): Comparer {
  const histories = keptHistories(graph);
  return {
    async compare(head, against) {
      const commit = graph.ids.find(head);
      if (commit < 0) throw missing(head);
      const place = placeOf(graph, histories, commit, against);
      if (place === undefined) return undefined;
      const { history, until, said } = place;
      const { commits, edges } = ownCommits(graph, commit, history, until);
      const base = graph.ids.at(history.chain[until]!);
      const edge = bestEdge(edges, history);
      const mergeBase = edge !== undefined
        ? graph.ids.at(edge)
        : edges.size === 0
        ? null
        : await mergeBaseOf(objects, base, head);
      return { baseSha: said ? base : null, mergeBase, commits: commits.map(graph.ids.at) };
    },
  };
}

/** A point in the history of a branch. */
interface Place {
  history: History;
  until: number;
  /** Whether the platform said so. */
  said: boolean;
}

function placeOf(
  graph: Graph,
  histories: (tip: number) => History,
  head: number,
  { sha, tip }: Against,
): Place | undefined {
  const named = sha === null ? -1 : graph.ids.find(sha);
  const end = tip === undefined ? -1 : graph.ids.find(tip);
  if (named < 0) return end < 0 ? undefined : beforeMerge(histories(end), head);
  const history = end < 0 ? undefined : histories(end);
  const position = history?.positionOf(named) ?? -1;
  if (history !== undefined && position >= 0) return { history, until: position, said: true };
  const own = histories(named);
  return { history: own, until: own.chain.length - 1, said: true };
}

/** Where nothing was said, a merge commit tells what the branch was before it took the head. */
function beforeMerge(history: History, head: number): Place | undefined {
  const came = history.cameAt(head);
  if (came < 0) return { history, until: history.chain.length - 1, said: false };
  if (came === 0 || history.chain[came] === head) return undefined;
  return { history, until: came - 1, said: false };
}

/** Never taken for a head without commits. */
function missing(head: string): PlatformFailure {
  return new PlatformFailure("git_failed", {
    reason: `The object repository does not have the commit ${head}, which a ref pointed to`,
    hint: "Check it with 'git fsck', or name an empty folder as 'gitObjectPath' and sync again",
  });
}

/** The one used longest ago is made again when it is needed again. */
function keptHistories(graph: Graph): (tip: number) => History {
  const kept = new Map<number, History>();
  return (tip) => {
    const history = kept.get(tip) ?? historyOf(graph, tip);
    kept.delete(tip);
    kept.set(tip, history);
    if (kept.size > KEPT_HISTORIES) kept.delete(kept.keys().next().value!);
    return history;
  };
}

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
function bestEdge(edges: ReadonlySet<number>, history: History): number | undefined {
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
