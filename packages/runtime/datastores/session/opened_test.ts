import assert from "node:assert/strict";
import { metered } from "./opened.ts";

Deno.test("a meter is told of all behaviors once, and then of each that is merged", () => {
  const told: string[] = [];
  const { onProgress } = metered({
    all: (total) => void told.push(`all ${total}`),
    more: (count) => void told.push(`more ${count}`),
  });
  onProgress!({ step: "pulling" });
  for (let done = 0; done < 3; done++) onProgress!({ step: "merging", done, total: 3 });
  onProgress!({ step: "pushing" });
  assert.deepEqual(told, ["all 3", "more 1", "more 1"]);
  assert.deepEqual(metered(undefined), {});
});
