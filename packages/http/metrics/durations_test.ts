import { deepEqual } from "node:assert/strict";
import { Registry } from "prom-client";
import { createDurations } from "./durations.ts";

Deno.test("known labels are told from the start at nought, others from when they are counted", async () => {
  const durations = createDurations({
    name: "took",
    help: "How long it took",
    labels: ["kind"],
    ends: [1],
    known: [["known"]],
  });
  durations.observe(["new"], 0.5);
  durations.observe(["known"], 2);
  durations.observe(["known"], 1);
  const register = new Registry();
  durations.register(register);
  const lines = (await register.metrics()).split("\n").filter((line) => line.startsWith("took_"));
  deepEqual(lines, [
    'took_bucket{kind="known",le="1"} 1',
    'took_bucket{kind="known",le="+Inf"} 2',
    'took_sum{kind="known"} 3',
    'took_count{kind="known"} 2',
    'took_bucket{kind="new",le="1"} 1',
    'took_bucket{kind="new",le="+Inf"} 1',
    'took_sum{kind="new"} 0.5',
    'took_count{kind="new"} 1',
  ]);
  const untouched = createDurations({ name: "n", help: "n", labels: [], ends: [1], known: [[]] });
  deepEqual([...untouched.rows()], [{ labels: {}, buckets: [0], count: 0, sum: 0 }]);
});
