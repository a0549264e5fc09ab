import { deepEqual } from "node:assert/strict";
import { isTooMany, writtenLines } from "./written.ts";

Deno.test("a name of which a run wrote two versions is listed once", () => {
  deepEqual(
    writtenLines([{ name: "release" }, { name: "log" }, { name: "release" }]),
    ["  wrote release", "  wrote log"],
  );
  deepEqual(writtenLines([]), []);
});

Deno.test("of very many names the first are listed, and how many more there are", () => {
  const many = Array.from({ length: 100_000 }, (_, index) => ({ name: `n${index}` }));
  const lines = writtenLines(many);
  deepEqual([lines.length, lines[0], lines.at(-1)], [6, "  wrote n0", "  and 99995 more"]);
  deepEqual(writtenLines(many.slice(0, 50)).length, 50);
  deepEqual([50, 51].map((count) => isTooMany(many.slice(0, count))), [false, true]);
  deepEqual(isTooMany(Array.from({ length: 51 }, () => ({ name: "log" }))), false);
});
