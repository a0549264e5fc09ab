import { personalKey, send, signUp } from "../../identity/testing.ts";
import { testRegistry } from "../../../testing.ts";
import { deviceClient, deviceName } from "./route.tsx";
import assert from "node:assert/strict";

Deno.test("a device's name is taken from its scope, and only a plain one", () => {
  assert.equal(deviceName(["device:ada-laptop.local"]), "ada-laptop.local");
  assert.equal(deviceName(["device:<b>x"]), undefined);
  assert.equal(deviceName(["device:your bank"]), undefined);
  assert.equal(deviceName(["openid"]), undefined);
});

Deno.test("a client is shown with what its approval grants; an application never as the command line", async () => {
  await using registry = await testRegistry();
  const { db } = registry.services;
  const ada = await signUp(registry, "ada");
  const { key } = await personalKey(registry, ada);
  const { body } = await send(registry, "POST /api/auth/oauth2/register", {
    bearer: key,
    body: {
      client_name: "The svc command line",
      redirect_uris: ["http://localhost"],
    },
  });
  assert.deepEqual(await deviceClient(db, "svc-cli", "openid"), {
    name: "The svc command line",
    scopes: undefined,
  });
  assert.deepEqual(await deviceClient(db, body.client_id, "device:build-1"), {
    name: "The application “The svc command line”",
    scopes: ["openid", "profile", "email", "collectives"],
  });
  const bootstrap = await deviceClient(db, "svc-serve-bootstrap", undefined);
  assert.ok(bootstrap.scopes?.includes("applications:register"));
  for (const id of [null, "toString"]) {
    assert.deepEqual((await deviceClient(db, id, "openid")).scopes, []);
  }
});
