import assert from "node:assert/strict";
import { paintFor } from "./paint.ts";
import { table } from "./table.ts";

const HEADINGS = ["NAME", "ID", "STATE"];
const ROWS = [["ci", "5f0c-1", "active"], ["build", "5f0c-22", ""]];
const paint = paintFor(false, false, () => undefined);
const coloured = paintFor(true, false, () => undefined);

Deno.test("a table that fits is aligned lines; exactly as wide counts as fitting", () => {
  const aligned = "NAME   ID       STATE\nci     5f0c-1   active\nbuild  5f0c-22";
  assert.equal(table({ paint, width: 0 }, HEADINGS, ROWS), aligned);
  assert.equal(table({ paint, width: 22 }, HEADINGS, ROWS), aligned);
});

Deno.test("a table one column too wide is a block a row, whole, without empty cells", () => {
  assert.equal(
    table({ paint, width: 21 }, HEADINGS, ROWS),
    "ci\n  ID     5f0c-1\n  STATE  active\n\nbuild\n  ID  5f0c-22",
  );
});

Deno.test("lines below a row stay with it in both forms", () => {
  const below = (index: number) => index === 0 ? ["  until Friday"] : [];
  assert.match(
    table({ paint, width: 80 }, HEADINGS, ROWS, { below }),
    /active\n {2}until Friday\nbuild/,
  );
  assert.match(
    table({ paint, width: 9 }, HEADINGS, ROWS, { below }),
    /active\n {2}until Friday\n\nbuild/,
  );
});

Deno.test("a row that counts less is dim, its neighbours are not", () => {
  const isDim = (index: number) => index === 1;
  const lines = table({ paint: coloured, width: 0 }, HEADINGS, ROWS, { isDim }).split("\n");
  assert.ok(!lines[1]!.includes("\u001b[2m"));
  assert.ok(lines[2]!.startsWith("\u001b[2m"));
});
