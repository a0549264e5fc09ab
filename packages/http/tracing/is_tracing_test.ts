import { equal } from "node:assert/strict";
import { isTracing } from "./is_tracing.ts";

Deno.test("tracing is on when Deno makes traces, and off otherwise", () => {
  const on = (env: Record<string, string>) => isTracing((name) => env[name]);
  for (const value of ["true", "1"]) equal(on({ OTEL_DENO: value }), true);
  for (const value of ["false", "0", "", "yes"]) equal(on({ OTEL_DENO: value }), false);
  equal(on({}), false);
  equal(on({ OTEL_DENO_TRACING: "true" }), true);
  equal(on({ OTEL_DENO: "true", OTEL_DENO_TRACING: "false" }), false);
  equal(on({ OTEL_DENO: "true", OTEL_SDK_DISABLED: "true" }), false);
});
