import type { MirrorArguments } from "../context/context.ts";
import type { ServerClock } from "../asking/asking.ts";

/** How far servers of one platform may be apart, in milliseconds; later times are no times. */
const AHEAD_MS = 3_600_000;

/** The same by our own clock, which may be wrong, but is asked where a server has none or lies. */
const OWN_AHEAD_MS = 86_400_000;

/** Milliseconds since 1970 as the platform writes times. */
export function toTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(".000Z", "Z");
}

/** Where a list begins: some minutes before its cursor, never before the first sync's beginning. */
export function startOf(
  cursor: string | null,
  { syncOverlapMinutes, firstSyncSince }: MirrorArguments,
): number | null {
  const first = firstSyncSince === undefined ? null : Date.parse(firstSyncSince);
  if (cursor === null) return first;
  const start = Math.max(0, Date.parse(cursor) - syncOverlapMinutes * 60_000);
  return first === null ? start : Math.max(first, start);
}

/**
 * The newest time of change on a page, in milliseconds; null when it has none. Times in the future do
 * not count: whoever believed one would never see what changes until then.
 */
export function newestOf(items: readonly unknown[], clock: ServerClock): number | null {
  const now = clock.now();
  const latest = Math.min(now === null ? Infinity : now + AHEAD_MS, Date.now() + OWN_AHEAD_MS);
  let newest: number | null = null;
  for (const item of items) {
    const time = timeOf(item);
    if (time !== null && time <= latest && (newest === null || time > newest)) newest = time;
  }
  return newest;
}

/**
 * The cursor after a page. It does not pass the slowest server's time: what that server changes next
 * gets a time behind it.
 */
export function cursorAt(
  cursor: string | null,
  newest: number | null,
  clock: ServerClock,
): string | null {
  if (newest === null) return cursor;
  const now = clock.now();
  const reached = now === null ? newest : Math.min(newest, Math.floor(now / 1000) * 1000);
  return cursor !== null && Date.parse(cursor) >= reached ? cursor : toTime(reached);
}

/** When an entry of a list changed last; null when it does not say. */
function timeOf(item: unknown): number | null {
  const text = (item as { updated_at?: unknown } | null)?.updated_at;
  if (typeof text !== "string" || !/^\d{4}-\d\d-\d\dT/.test(text) || text.length > 64) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) || time < 0 ? null : time;
}
