import assert from "node:assert/strict";
import { askLoopbackDirectly } from "./loopback.ts";

function after(given: Record<string, string>): Record<string, string> {
  const env = new Map(Object.entries(given));
  askLoopbackDirectly({ get: (name) => env.get(name), set: (name, value) => env.set(name, value) });
  return Object.fromEntries(env);
}

Deno.test("what a person named in NO_PROXY stays, and this machine is added", () => {
  const http_proxy = "http://proxy.corp:3128";
  const here = "localhost,127.0.0.0/8,::1";
  for (
    const [given, expected] of [
      [{}, here],
      [{ NO_PROXY: "corp, 10.0.0.0/8" }, `corp, 10.0.0.0/8,${here}`],
      [{ no_proxy: "corp" }, `corp,${here}`],
      [{ NO_PROXY: "", no_proxy: "corp" }, `corp,${here}`],
    ] as const
  ) {
    const env = after({ http_proxy, ...given });
    assert.deepEqual(env, { http_proxy, NO_PROXY: expected, no_proxy: expected });
  }
});

Deno.test("without a proxy the environment stays as it is", () => {
  for (const given of [{}, { HTTPS_PROXY: "" }, { NO_PROXY: "corp" }]) {
    assert.deepEqual(after(given), given);
  }
});
