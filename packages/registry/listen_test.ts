import assert from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import { readConfig } from "./platform/config/mod.ts";
import { withFreePort } from "./server.ts";

Deno.test("an address that is not of this machine is refused, with the setting to change", () => {
  // 192.0.2.0/24 is kept for documentation and never assigned.
  const config = readConfig({ SVC_HOST: "192.0.2.1", SVC_PORT: "0" });
  assert.throws(() => withFreePort(config), (error) => {
    assert.ok(isSvcError(error));
    assert.equal(error.code, "unavailable");
    assert.match(error.hint!, /SVC_HOST/);
    return true;
  });
});
