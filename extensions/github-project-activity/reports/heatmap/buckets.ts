const DAY = 24 * 60 * 60 * 1000;

/** Ages in days up to which a path belongs to a bucket. */
const BOUNDS = [7, 30, 90, 180, 365] as const;

/** The buckets of ages, from the warmest. */
export const BUCKETS = ["0–7", "8–30", "31–90", "91–180", "181–365", "older", "never"] as const;

/** A bucket of {@link BUCKETS}. */
export type Bucket = typeof BUCKETS[number];

/** The bucket of a path that landed last at a time; null for one that never did, as far as is stored. */
export function bucketOf(lastLandedAt: string | null, now: Date): Bucket {
  if (lastLandedAt === null) return "never";
  const days = (now.getTime() - Date.parse(lastLandedAt)) / DAY;
  const index = BOUNDS.findIndex((bound) => days <= bound);
  return index < 0 ? "older" : BUCKETS[index]!;
}
