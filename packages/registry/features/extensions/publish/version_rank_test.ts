import assert from "node:assert/strict";
import { calVerSortKey } from "@svc/core/calver";
import { CHANNELS } from "@svc/core/channel";
import fc from "fast-check";
import { compareRank, latestColumns } from "./version_rank.ts";

/** Versions of one month in few days, so that channels and order collide. */
const versions = fc.uniqueArray(
  fc.record({
    version: fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 11 }))
      .map(([day, count]) => `2026.01.${String(day).padStart(2, "0")}.${count}`),
    channel: fc.constantFrom(...CHANNELS),
    yanked_at: fc.constantFrom(null, "2026-02-01T00:00:00.000Z"),
  }),
  { minLength: 1, maxLength: 8, selector: ({ version }) => version },
).map((all) => all.map((one) => ({ ...one, sort_key: calVerSortKey(one.version) })));

Deno.test("the newest stable leads, else the newest rc, else the newest beta; yanked ones come last (design §5)", () => {
  fc.assert(fc.property(versions, (all) => {
    const leader = all.toSorted(compareRank)[0]!;
    const alive = all.filter(({ yanked_at }) => yanked_at === null);
    const pool = alive.length > 0 ? alive : all;
    const channel = ["stable", "rc", "beta"].find((one) => pool.some((v) => v.channel === one));
    const newest = pool.filter((one) => one.channel === channel)
      .reduce((a, b) => number(a.version) > number(b.version) ? a : b);
    assert.equal(leader.version, newest.version);
  }));
});

Deno.test("the newest of each channel is that channel's newest that is not yanked, and the leader is one of them", () => {
  fc.assert(fc.property(versions, (all) => {
    const latest = latestColumns(all);
    for (const channel of CHANNELS) {
      const alive = all.filter((one) => one.channel === channel && one.yanked_at === null)
        .map(({ version }) => version).sort((a, b) => number(b) - number(a));
      assert.equal(latest[`latest_${channel}`], alive[0] ?? null);
    }
    const leader = all.toSorted(compareRank)[0]!;
    if (leader.yanked_at === null) {
      const { latest_stable, latest_rc, latest_beta } = latest;
      assert.equal(leader.version, latest_stable ?? latest_rc ?? latest_beta);
    }
  }));
});

/** Day and count as one number that orders as they do. */
function number(version: string): number {
  const [, , day, count] = version.split(".").map(Number);
  return day! * 1000 + count!;
}
