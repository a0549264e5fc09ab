import assert from "node:assert/strict";
import { orderedId } from "./ordered_id.ts";

Deno.test("ids are UUIDs of version 7 that sort as they were made, many in one millisecond", () => {
  const ids = Array.from({ length: 20_000 }, orderedId);
  assert.deepEqual(ids.toSorted(), ids);
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids.slice(0, 100)) {
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
});

Deno.test("ids keep their order when the clock is set back", () => {
  const before = orderedId();
  const clock = Date.now;
  try {
    Date.now = () => clock() - 60_000;
    const after = [orderedId(), orderedId()];
    assert.deepEqual([before, ...after].toSorted(), [before, ...after]);
  } finally {
    Date.now = clock;
  }
});

Deno.test("an id begins with the time it was made at, or a little later after a burst", () => {
  const made = parseInt(orderedId().replaceAll("-", "").slice(0, 12), 16);
  assert.ok(Math.abs(made - Date.now()) < 60_000, String(made));
});
