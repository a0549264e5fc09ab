import assert from "node:assert/strict";
import { isLong, pagerOf } from "./pager.ts";

const pager = (variables: Record<string, string>) => pagerOf((name) => variables[name]);

Deno.test("the pager is SVC_PAGER, else PAGER, else less; empty and cat are none", () => {
  assert.equal(pager({}), "less");
  assert.equal(pager({ PAGER: "more -d" }), "more -d");
  assert.equal(pager({ PAGER: "more", SVC_PAGER: "less -S" }), "less -S");
  for (const off of ["", "cat", " cat "]) {
    assert.equal(pager({ PAGER: off }), undefined, off);
    assert.equal(pager({ PAGER: "more", SVC_PAGER: off }), undefined, off);
  }
});

Deno.test("there is no pager in CI, nor on a terminal that moves no cursor", () => {
  for (const CI of ["true", "1", "woodpecker"]) assert.equal(pager({ CI }), undefined, CI);
  assert.equal(pager({ CI: "" }), "less");
  assert.equal(pager({ TERM: "dumb" }), undefined);
});

Deno.test("a text is long that leaves no row for the next command, wrapped lines counted", () => {
  const room = { rows: 4, columns: 10 };
  const lines = (count: number) => "line\n".repeat(count);
  assert.ok(!isLong(lines(3), room));
  assert.ok(isLong(lines(4), room));
  assert.ok(!isLong("a".repeat(30), room));
  assert.ok(isLong("a".repeat(31), room));
  assert.ok(!isLong(`\x1b[1m${"a".repeat(30)}\x1b[22m\n`, room), "colours take no room");
  assert.ok(isLong("\n\n\n\n", room));
  assert.ok(!isLong(lines(1000), { rows: 0, columns: 80 }), "a terminal without a size");
});
