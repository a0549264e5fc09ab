import assert from "node:assert/strict";
import { CHANNELS, isChannel, mayPromote } from "./channel.ts";

Deno.test("promotion goes upward only: beta to rc to stable (design §5)", () => {
  const allowed = CHANNELS.flatMap((from) =>
    CHANNELS.filter((to) => mayPromote(from, to)).map((to) => `${from} ${to}`)
  );
  assert.deepEqual(allowed, ["beta rc", "beta stable", "rc stable"]);
});

Deno.test("only the three channels are channels", () => {
  assert.deepEqual(["beta", "rc", "stable", "Stable", "", "latest"].filter(isChannel), [
    "beta",
    "rc",
    "stable",
  ]);
});
