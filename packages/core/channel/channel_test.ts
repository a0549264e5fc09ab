import assert from "node:assert/strict";
import { CHANNELS, mayPromote } from "./channel.ts";

Deno.test("promotion goes upward only: beta to rc to stable (design §5)", () => {
  const allowed = CHANNELS.flatMap((from) =>
    CHANNELS.filter((to) => mayPromote(from, to)).map((to) => `${from} ${to}`)
  );
  assert.deepEqual(allowed, ["beta rc", "beta stable", "rc stable"]);
});
