import assert from "node:assert/strict";
import { around, type Link } from "./cluster.ts";

const link = (from: number, to: number, relationship: Link["relationship"] = "text"): Link => ({
  from,
  to,
  relationship,
});

const numbers = (number: number, links: readonly Link[]) =>
  around(number, links).members.map((member) => [member.number, member.distance]);

Deno.test("links count both ways, and those behind them again", () => {
  assert.deepEqual(numbers(1, [link(1, 2), link(3, 1), link(4, 3), link(5, 4)]), [
    [2, 1],
    [3, 1],
    [4, 2],
  ]);
});

Deno.test("a circle and a link to itself end", () => {
  assert.deepEqual(numbers(1, [link(1, 2), link(2, 3), link(3, 1), link(2, 1)]), [[2, 1], [3, 1]]);
});

Deno.test("the nearest come first, then closing ones, then the lowest number", () => {
  assert.deepEqual(
    numbers(1, [
      link(1, 9, "closing"),
      link(1, 3, "text"),
      link(4, 1, "cross-reference"),
      link(1, 2),
    ]),
    [[9, 1], [4, 1], [2, 1], [3, 1]],
  );
});

Deno.test("a subject has all links that lead to it from nearer ones", () => {
  const { members } = around(1, [link(1, 2, "closing"), link(2, 1), link(2, 3), link(9, 8)]);
  assert.deepEqual(members.map(({ links }) => links.length), [2, 1]);
});

Deno.test("of a thousand the 50 nearest are kept and the others counted", () => {
  const links = Array.from({ length: 1_000 }, (_, n) => link(n + 2, 1));
  const { members, beyond } = around(1, links);
  assert.deepEqual([members.length, beyond], [50, 950]);
});
