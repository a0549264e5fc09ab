// A process that sends metrics, as Deno reads its OpenTelemetry settings at the start of one. They
// cannot be read every other time. Ends when its stdin does.
import { Counter, Registry } from "prom-client";
import { createDurations } from "../durations.ts";
import { startSending } from "../send.ts";

const send = startSending("2026.01.02");
const durations = createDurations({ name: "took", help: "h", labels: ["kind"], ends: [0.1, 1] });
for (const seconds of [0.1, 0.5, -3, 7]) durations.observe(["a"], seconds);
let [reads, failures] = [0, 0];
await send(
  () => {
    reads += 1;
    if (reads % 2 === 0) throw new Error("hid-cause");
    const register = new Registry();
    for (const [name, value] of [["reads", reads], ["failures", failures]] as const) {
      new Counter({ name, help: "h", registers: [register] }).inc(value);
    }
    durations.register(register);
    return Promise.resolve(register);
  },
  () => {
    failures += 1;
  },
);
await new Response(Deno.stdin.readable).text();
