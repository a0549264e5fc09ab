import { equal } from "node:assert/strict";
import { isSendingMetrics, isTracing } from "./is_tracing.ts";

for (
  const [what, isOn, own, other] of [
    ["tracing", isTracing, "OTEL_DENO_TRACING", "OTEL_DENO_METRICS"],
    ["sending metrics", isSendingMetrics, "OTEL_DENO_METRICS", "OTEL_DENO_TRACING"],
  ] as const
) {
  Deno.test(`${what} is on when Deno does it, and off otherwise`, () => {
    const on = (env: Record<string, string>) => isOn((name) => env[name]);
    for (const value of ["true", "1"]) equal(on({ OTEL_DENO: value }), true);
    for (const value of ["false", "0", "", "yes"]) equal(on({ OTEL_DENO: value }), false);
    equal(on({}), false);
    equal(on({ [own]: "true" }), true);
    equal(on({ [other]: "true" }), false);
    equal(on({ OTEL_DENO: "true", [own]: "false" }), false);
    equal(on({ OTEL_DENO: "true", [other]: "false" }), true);
    equal(on({ OTEL_DENO: "true", OTEL_SDK_DISABLED: "true" }), false);
  });
}
