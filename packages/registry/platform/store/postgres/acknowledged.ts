import type pg from "pg";
import { isBroken } from "./failure.ts";
import { TIMELINE } from "./timeline.ts";

/**
 * Ends a transaction. In the same message it asks where in its log Postgres is, unless nothing was
 * written: the record of the commit comes at that place or behind it, and nothing waits for an
 * answer more.
 */
export const MARKED_COMMIT =
  `select ${TIMELINE} as timeline, pg_current_wal_insert_lsn() - '0/0' as place
  where pg_current_xact_id_if_assigned() is not null; commit`;

/** What a Postgres that was promoted lacks although it was acknowledged. Places are Postgres' LSNs. */
export interface LostCommits {
  /** How often it, or what it is a copy of, was promoted. */
  timeline: number;
  /** Where its log goes on by itself: what stood behind that is gone. */
  from: string;
  /** Commits were acknowledged at this place or behind it. */
  acknowledged: string;
}

/** Keeps in mind up to where commits were acknowledged, and misses them after a promotion. */
export interface Acknowledged {
  /** Postgres has acknowledged a commit, which stands at `place` of a timeline's log or behind it. */
  committed(timeline: number, place: number): void;
  /** Looks, at the first connection to a timeline, whether it has what was acknowledged before. */
  connected(client: pg.ClientBase, timeline: number, limit: number): Promise<void>;
}

/**
 * Only what is certainly gone is told of: a standby that had the commit at `place` has more of the
 * log than up to there.
 *
 * @param lost called once for each promotion that lost something
 */
export function createAcknowledged(lost: (commits: LostCommits) => void): Acknowledged {
  /** The newest timeline, where it began, and where the last commit was acknowledged. */
  let newest = { timeline: 0, from: Infinity };
  let acknowledged = -Infinity;
  const miss = (place: number) => {
    if (newest.from > place) return;
    const { timeline, from } = newest;
    lost({ timeline, from: lsn(from), acknowledged: lsn(place) });
    // Told once.
    newest.from = Infinity;
  };
  return {
    committed(timeline, place) {
      if (timeline === newest.timeline) acknowledged = Math.max(acknowledged, place);
      // On a connection from before, to a primary that went on meanwhile. One that is newer, which a
      // pooler leads to, has to say first where it began.
      else if (timeline < newest.timeline) miss(place);
    },
    async connected(client, timeline, limit) {
      if (timeline <= newest.timeline) return;
      const from = await beginningOf(client, limit);
      // Several connections are made at the same time.
      if (timeline <= newest.timeline) return;
      newest = { timeline, from };
      miss(acknowledged);
      acknowledged = -Infinity;
    },
  };
}

/**
 * Up to where a Postgres that was promoted has the log of the one before. Once it was started again
 * it does not know: then this is further, or Infinity.
 */
async function beginningOf(client: pg.ClientBase, limit: number): Promise<number> {
  const question: pg.QueryConfig & { query_timeout: number } = {
    text: "select pg_last_wal_replay_lsn() - '0/0' as place",
    query_timeout: limit,
  };
  try {
    const { rows } = await client.query<{ place: number | null }>(question);
    return rows[0]?.place ?? Infinity;
  } catch (error) {
    if (isBroken(error)) throw error;
    return Infinity;
  }
}

/** As Postgres and its tools write a place. */
function lsn(place: number): string {
  const hex = (part: number) => part.toString(16).toUpperCase();
  return `${hex(Math.floor(place / 2 ** 32))}/${hex(place % 2 ** 32)}`;
}
