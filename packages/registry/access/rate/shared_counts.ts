import { type Rate, rateLimited } from "@svc/http/rate";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Db } from "../../platform/store/schema.ts";
import type { Counting } from "./counts.ts";

/** What a process holds of one key. */
interface Held {
  /** Taken from the shared bucket and not used yet. */
  left: number;
  /** When what is left lapses, and when a refusal has to be asked for again. */
  until: number;
  /** The seconds to wait, when the shared bucket had nothing. */
  refused?: number;
}

/** Keys remembered; what is left of a forgotten one lapses. */
const CAPACITY = 50_000;

/** How long a process keeps what it has not used, in milliseconds. */
const LEASE = 10_000;

/** How long a refusal stands, in milliseconds: another process may have given one back. */
const REFUSAL = 1_000;

/** What a process takes in advance of a rate that guards no secret: one part in so many. */
const PARTS = 50;

/**
 * Counts of all processes together, in a table of Postgres: each takes from the one bucket of a key
 * before it lets anything pass, so that together they never let more pass than one would.
 *
 * With `ahead` a process takes several in advance and can tell at once. What it does not use in time
 * is lost to the caller: at most a fiftieth of the burst for each process.
 */
export function sharedCounts(db: Db, now: () => number, ahead: ReadonlySet<string>): Counting {
  return (name, rate) => {
    const size = ahead.has(name) ? Math.ceil(rate.burst / PARTS) : 1;
    const known = new LRUCache<string, Held>({ max: CAPACITY });
    const asking = new Map<string, Promise<void>>();

    const held = (key: string): Held => {
      const found = known.get(key);
      if (found !== undefined && found.until > now()) return found;
      return { left: 0, until: 0 };
    };
    const ask = (key: string): Promise<void> => {
      const running = asking.get(key) ??
        takeShared(db, `${name} ${key}`, rate, size, now()).then(({ granted, level }) => {
          const left = held(key).left + granted;
          known.set(
            key,
            left > 0
              ? { left, until: now() + LEASE }
              : { left, until: now() + REFUSAL, refused: secondsUntilOne(rate, level) },
          );
        }).finally(() => asking.delete(key));
      asking.set(key, running);
      return running;
    };
    const takeNow = (key: string): boolean => {
      const of = held(key);
      if (of.left < 1) return false;
      of.left--;
      // The next ones are there before they are needed. When that fails, `take` finds out why.
      if (of.left < size / 2 && size > 1) ask(key).catch(() => undefined);
      return true;
    };
    return {
      takeNow,
      waitNow(key) {
        const { left, refused } = held(key);
        return left < 1 ? refused : undefined;
      },
      async take(key) {
        while (!takeNow(key)) {
          const { refused } = held(key);
          if (refused !== undefined) throw rateLimited(refused);
          await ask(key);
        }
      },
      async giveBack(key) {
        known.delete(key);
        await giveBackShared(db, `${name} ${key}`, rate);
      },
    };
  };
}

function secondsUntilOne({ perMinute }: Rate, level: number): number {
  return Math.max(1, Math.ceil((1 - level) * 60 / perMinute));
}

/**
 * Takes up to `wanted` whole ones of a bucket that starts full, in one statement. The clock of the
 * process that is ahead counts, so that two clocks cannot refill a bucket twice.
 */
async function takeShared(
  db: Db,
  key: string,
  { burst, perMinute }: Rate,
  wanted: number,
  at: number,
): Promise<{ granted: number; level: number }> {
  const level = sql`least(${burst}::float8, held.level +
    greatest(0, ${at}::float8 - held.at) * ${perMinute / 60_000}::float8)`;
  const granted = sql`greatest(0, least(${wanted}::float8, floor(${level})))`;
  const { rows } = await sql<{ granted: number; level: number }>`
    insert into rate_bucket as held (key, level, at, granted)
    values (${key}, ${burst - wanted}::float8, ${at}::float8, ${wanted}::float8)
    on conflict (key) do update set level = ${level} - ${granted}, granted = ${granted},
      at = greatest(held.at, excluded.at)
    returning granted, level`.execute(db);
  return rows[0]!;
}

async function giveBackShared(db: Db, key: string, { burst }: Rate): Promise<void> {
  await sql`update rate_bucket set level = least(${burst}::float8, level + 1) where key = ${key}`
    .execute(db);
}

/** Buckets not used for so long are full again, whatever their rate. */
const FULL = 60 * 60_000;

/** Removes buckets that are full again. */
export async function sweepRates(db: Db, now: Date): Promise<void> {
  await sql`delete from rate_bucket where at < ${now.getTime() - FULL}::float8`.execute(db);
}
