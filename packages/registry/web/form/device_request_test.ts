import assert from "node:assert/strict";
import { deviceClient, deviceName, readableCode } from "./device_request.ts";

Deno.test("a code is shown as devices show it, however it was typed", () => {
  for (const typed of ["wdjbmjht", "WDJB-MJHT", " wdjb mjht "]) {
    assert.equal(readableCode(typed), "WDJB-MJHT");
  }
});

Deno.test("a device's name is taken from its scope, and only a plain one", () => {
  assert.equal(deviceName(["device:ada-laptop.local"]), "ada-laptop.local");
  assert.equal(deviceName(["device:<b>x"]), undefined);
  assert.equal(deviceName(["device:your bank"]), undefined);
  assert.equal(deviceName(["openid"]), undefined);
});

Deno.test("an unknown client is named by its id, never as ours", () => {
  assert.equal(deviceClient("svc-cli"), "The svc command line");
  assert.equal(deviceClient("toString"), "The application toString");
});
