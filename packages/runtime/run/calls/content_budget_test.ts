import { deepEqual } from "node:assert/strict";
import { contentBudget } from "./content_budget.ts";

const one = (size: number) => ({ name: "x", size, attributes: { text: "x" } });
const kept = (sizes: number[]) => {
  const budget = contentBudget();
  return sizes.map((size) => "attributes" in budget(one(size)));
};

Deno.test("contents are kept up to 4 MB together, and none behind them", () => {
  deepEqual(kept([4_000_000, 1]), [true, false]);
  deepEqual(kept([4_000_001, 1]), [false, false]);
  deepEqual(kept([2_000_000, 2_000_000, 0]), [true, true, true]);
  deepEqual(kept([2_000_000, 2_000_001, 0]), [true, false, false]);
});

Deno.test("what has no content takes no room, and what was given stays as it is", () => {
  const budget = contentBudget();
  const file = { name: "file", size: 900_000_000 };
  deepEqual(budget(file), file);
  const large = one(20_000_000);
  deepEqual(budget(large), { name: "x", size: 20_000_000 } as typeof large);
  deepEqual(large.attributes, { text: "x" });
});
