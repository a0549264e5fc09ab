import type { Db } from "../../../access/store/schema.ts";
import type {} from "./tables.ts";
import { weekOf, weeksBefore } from "./week.ts";

/** The most weeks that are told of, this one included. */
export const MOST_WEEKS = 26;

/** How often an extension was pulled in each of the last weeks. */
export interface PullsByWeek {
  /** The oldest first; without those in which nobody counted, or there was no such extension. */
  weeks: { week: string; pulls: number }[];
  /** True when the extension was there before its pulls were counted by week, in the weeks told of. */
  unknownBefore: boolean;
}

/** The last weeks of an extension, as many as are known. */
export async function pullsByWeek(
  db: Db,
  { id, created_at }: { id: string; created_at: string },
  now: Date,
): Promise<PullsByWeek> {
  const current = weekOf(now);
  const created = weekOf(new Date(created_at));
  const earliest = latest(created, weeksBefore(current, MOST_WEEKS - 1));
  const rows = await db.selectFrom("extension_pulls").select(["extension_id", "week", "pulls"])
    .where((where) =>
      where.or([
        where("extension_id", "=", ""),
        where.and([where("extension_id", "=", id), where("week", ">=", earliest)]),
      ])
    ).execute();
  const began = rows.find(({ extension_id }) => extension_id === "")?.week ?? current;
  const pulls = new Map(
    rows.filter((row) => row.extension_id === id).map((row) => [row.week, row.pulls]),
  );
  const weeks: PullsByWeek["weeks"] = [];
  for (let week = latest(earliest, began); week <= current; week = weeksBefore(week, -1)) {
    weeks.push({ week, pulls: pulls.get(week) ?? 0 });
  }
  return { weeks, unknownBefore: earliest < began };
}

function latest(one: string, other: string): string {
  return one > other ? one : other;
}
