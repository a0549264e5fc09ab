import assert from "node:assert/strict";
import type { RunSummary } from "../answers/run.ts";
import { columnsOf, runsChart } from "./runs_chart.ts";
import { took } from "./took.ts";

const START = Date.parse("2026-11-21T10:07:00Z");

function run(status: RunSummary["status"], minute: number, took: number | null): RunSummary {
  const at = new Date(START + minute * 60_000);
  return {
    ...{ id: String(minute), behavior: "hello", method: "greet", status, trigger: "api" },
    ...{ initiatedBy: "token:ada", outputId: null, error: null, queuedAt: at.toISOString() },
    startedAt: took === null ? null : at.toISOString(),
    endedAt: took === null ? null : new Date(at.getTime() + took).toISOString(),
  };
}

Deno.test("runs are counted by outcome and sorted by duration, in spans that fit into the chart", () => {
  const runs = [
    run("succeeded", 0, 5000),
    run("failed", 1, 1000),
    run("interrupted", 1, 3000),
    run("cancelled", 180, null),
    run("running", 181, null),
  ];
  const { span, columns } = columnsOf(runs);
  assert.equal(span, 300_000, "five minutes: three hours make 37 columns");
  assert.equal(columns.length, 37);
  const [first] = columns;
  assert.deepEqual(first, {
    from: Date.parse("2026-11-21T10:05:00Z"),
    succeeded: 1,
    failed: 2,
    cancelled: 0,
    took: [1000, 3000, 5000],
  });
  assert.equal(columns.at(-1)!.cancelled, 1);
});

Deno.test("however far apart runs are, the chart has 40 columns at most and counts each of them", () => {
  for (const minutes of [0, 1, 39, 40, 600, 10_000, 100_000, 5_000_000]) {
    const { columns } = columnsOf([run("succeeded", 0, 1), run("failed", minutes, 1)]);
    assert.ok(columns.length <= 40, String(minutes));
    const counted = columns.reduce((sum, one) => sum + one.succeeded + one.failed, 0);
    assert.equal(counted, 2, String(minutes));
  }
});

Deno.test("the chart says in words and in a table what it shows", () => {
  const text = String(runsChart([run("succeeded", 0, 5000), run("failed", 1, 65_000)], {
    by: 'a&"b',
    before: "x",
  }));
  assert.match(text, /<title[^>]*>Outcome of runs: 1 succeeded, 1 failed or interrupted/);
  assert.match(text, /the longest took 1 min 5 s<\/title>/);
  assert.match(text, /<details>/);
  const link =
    "/runs?by=a%26%22b&amp;since=2026-11-21T10%3A07%3A00.000Z&amp;until=2026-11-21T10%3A08";
  assert.ok(text.includes(link), text);
  assert.doesNotMatch(text, /style=|before=/);
  assert.equal(runsChart([run("running", 0, null)], {}), "", "nothing has ended");
});

Deno.test("how long something took is told in its two largest units", () => {
  const told = [null, 0, 999, 1000, 59_400, 59_960, 65_000, 3_599_400, 3_600_000, 90_000_000];
  assert.deepEqual(told.map(took), [
    "–",
    "0 ms",
    "999 ms",
    "1.0 s",
    "59.4 s",
    "1 min",
    "1 min 5 s",
    "59 min 59 s",
    "1 h",
    "1 d 1 h",
  ]);
});
