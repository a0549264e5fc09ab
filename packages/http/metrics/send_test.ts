import { equal } from "node:assert/strict";
import { startCollector } from "@svc/fakes/collector";

const PROGRAM = new URL("testing/sending_program.ts", import.meta.url).pathname;

Deno.test("a time at which metrics cannot be read is passed over, and durations arrive as they were counted", async () => {
  await using collector = startCollector();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "-A", "--no-check", PROGRAM],
    env: { ...collector.env, OTEL_METRIC_EXPORT_INTERVAL: "10" },
    stdin: "piped",
  }).spawn();
  const { values } = await collector.counted((values) => values.get("failures")! >= 2);
  await child.stdin.close();
  equal((await child.status).code, 0);
  const took = (name: string) => values.get(name);
  equal(took('took_bucket{kind="a",le="0.1"}'), 2);
  equal(took('took_bucket{kind="a",le="1"}'), 3);
  equal(took('took_bucket{kind="a",le="+Inf"}'), 4);
  equal(took('took_count{kind="a"}'), 4);
  equal(took('took_sum{kind="a"}'), 7.6);
  equal(collector.texts.join().includes("hid-cause"), false);
});
