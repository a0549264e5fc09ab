import { deepEqual, equal } from "node:assert/strict";
import { createLog } from "@svc/http/log";
import { LINES_A_SECOND, logSlowQueries, LONGEST } from "./slow.ts";

/** A log of queries that take 200 ms and more, under a clock that the test moves. */
function slowLog() {
  const lines: Record<string, unknown>[] = [];
  const log = createLog("json", () => new Date(0), (line) => lines.push(JSON.parse(line)));
  const clock = { now: 0 };
  return { lines, clock, slow: logSlowQueries({ log, slowMs: 200, clock: () => clock.now }) };
}

Deno.test("a query is written down from the limit on, with its text and how long it took", () => {
  const { slow, lines } = slowLog();
  slow(`select 1 from "user" where "id" = ?`, 199.9);
  deepEqual(lines, []);
  slow(`select 1 from "user" where "id" = ?`, 200);
  deepEqual(lines, [{
    time: "1970-01-01T00:00:00.000Z",
    level: "warn",
    event: "query.slow",
    ms: 200,
    sql: `select 1 from "user" where "id" = ?`,
  }]);
});

Deno.test("many slow queries are a few lines a second, and the next line says how many were left out", () => {
  const { slow, lines, clock } = slowLog();
  for (let n = 0; n < LINES_A_SECOND + 7; n++) slow("select 1", 300);
  equal(lines.length, LINES_A_SECOND);
  clock.now = 999;
  slow("select 1", 300);
  equal(lines.length, LINES_A_SECOND);
  clock.now = 1_000;
  for (let n = 0; n < 2; n++) slow("select 1", 300);
  deepEqual(lines.slice(LINES_A_SECOND).map(({ unlogged }) => unlogged), [8, undefined]);
});

Deno.test("a long statement is cut", () => {
  const { slow, lines } = slowLog();
  slow("x".repeat(LONGEST), 300);
  slow("x".repeat(LONGEST + 1), 300);
  deepEqual(lines.map(({ sql }) => sql), ["x".repeat(LONGEST), `${"x".repeat(LONGEST)}…`]);
});
