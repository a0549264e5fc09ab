import assert from "node:assert/strict";
import { testRegistry } from "../../../testing.ts";
import { MOST_WEEKS, pullsByWeek } from "./by_week.ts";

const NOW = new Date("2026-11-29T12:00:00.000Z");

interface Case {
  what: string;
  began: string;
  created: string;
  rows: Record<string, number>;
  /** First week, how many there are, the pulls of those that have some; whether more are unknown. */
  told: [first: string | undefined, weeks: number, pulls: number[], unknownBefore: boolean];
}

const CASES: readonly Case[] = [
  {
    what: "an extension of before: nothing is said of the weeks in which nobody counted",
    began: "2026-11-16",
    created: "2025-03-01T00:00:00.000Z",
    rows: { "2026-11-23": 4 },
    told: ["2026-11-16", 2, [4], true],
  },
  {
    what: "one that was published while pulls were counted: weeks without pulls have none",
    began: "2026-09-07",
    created: "2026-11-08T23:59:59.999Z",
    rows: { "2026-11-09": 1, "2026-11-23": 4 },
    told: ["2026-11-02", 4, [1, 4], false],
  },
  {
    what: "one of this week",
    began: "2026-09-07",
    created: "2026-11-29T11:00:00.000Z",
    rows: {},
    told: ["2026-11-23", 1, [], false],
  },
  {
    what: "one that was counted for longer than is shown",
    began: "2024-01-01",
    created: "2024-01-01T00:00:00.000Z",
    rows: { "2026-05-25": 9, "2026-06-01": 7, "2026-11-23": 4 },
    told: ["2026-06-01", MOST_WEEKS, [7, 4], false],
  },
  {
    what: "counting that began after now, by another clock",
    began: "2026-12-07",
    created: "2026-01-01T00:00:00.000Z",
    rows: {},
    told: [undefined, 0, [], true],
  },
];

for (const { what, began, created, rows, told } of CASES) {
  Deno.test(`pulls by week: ${what}`, async () => {
    await using registry = await testRegistry();
    const { db } = registry.services;
    await db.updateTable("extension_pulls").set({ week: began }).where("extension_id", "=", "")
      .execute();
    const all = [["e", rows], ["other", { "2026-11-23": 99 }]] as const;
    for (const [extension_id, weeks] of all) {
      for (const [week, pulls] of Object.entries(weeks)) {
        await db.insertInto("extension_pulls").values({ extension_id, week, pulls }).execute();
      }
    }
    const { weeks, unknownBefore } = await pullsByWeek(db, { id: "e", created_at: created }, NOW);
    const pulls = weeks.map((week) => week.pulls).filter((count) => count > 0);
    assert.deepEqual([weeks[0]?.week, weeks.length, pulls, unknownBefore], told);
    if (weeks.length > 0) assert.equal(weeks.at(-1)!.week, "2026-11-23");
  });
}
