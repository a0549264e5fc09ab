import assert from "node:assert/strict";
import { type OperationRow, OPERATIONS } from "./table.ts";

const rows = Object.entries(OPERATIONS) as [string, OperationRow][];

Deno.test("no two operations share method and path, whatever their parameters are called", () => {
  const places = rows.map(([, { method, path }]) =>
    `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`
  );
  assert.equal(new Set(places).size, places.length);
});

Deno.test("a need is about what the path names", () => {
  const names = {
    read: ["{behavior}"],
    run: ["{behavior}", "{method}"],
    readRun: ["{run}"],
    runSchedule: ["{schedule}"],
    readWebhook: ["{webhook}"],
  };
  for (const [key, { needs, path }] of rows) {
    for (const name of names[needs as keyof typeof names] ?? []) {
      assert.ok(path.includes(name), key);
    }
    if (needs === "cancelRun") assert.ok(path.includes("{run}"), key);
    if (path.includes("{behavior}")) assert.ok(needs === "read" || needs === "run", key);
    if (path.includes("{webhook}")) assert.equal(needs, "readWebhook", key);
    if (path.includes("{schedule}")) assert.equal(needs, "runSchedule", key);
    if (path.includes("{run}")) assert.ok(needs === "readRun" || needs === "cancelRun", key);
  }
});

Deno.test("only what tells nothing of the repository is open", () => {
  assert.deepEqual(rows.filter(([, row]) => row.needs === "open").map(([key]) => key), [
    "service.health",
    "service.ready",
    "service.openapi",
  ]);
});
