import assert from "node:assert/strict";
import { markdownTable } from "./table.ts";

const rows = (count: number) => Array.from({ length: count }, (_, index) => [index]);

Deno.test("a table has a head and a line for each row", () => {
  assert.equal(markdownTable(["A", "B"], [["x", 1]]), "| A | B |\n| --- | --- |\n| x | 1 |");
});

Deno.test("200 rows are shown, and what is beyond them is counted", () => {
  assert.doesNotMatch(markdownTable(["A"], rows(200)), /more/);
  const table = markdownTable(["A"], rows(201));
  assert.equal(table.split("\n").filter((line) => line.startsWith("|")).length, 202);
  assert.match(table, /\n\n\+1 more$/);
});
