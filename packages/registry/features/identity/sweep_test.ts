import assert from "node:assert/strict";
import { collective, personalKey, send, signUp } from "./testing.ts";
import { testRegistry } from "../../testing.ts";
import { sweepExpired } from "./sweep.ts";

const DAY = 86_400_000;

Deno.test("what has expired is swept, and nothing that is still good", async () => {
  await using registry = await testRegistry();
  const { db } = registry.services;
  const ada = await signUp(registry, "ada");
  await collective(registry, ada, "acme");
  const { key } = await personalKey(registry, ada);
  await send(registry, "POST /api/v1/auth/exchange", { bearer: key });
  await send(registry, "POST /api/auth/device/code", { body: { client_id: "svc-cli" } });
  await send(registry, "POST /api/v1/collectives/acme/invite", {
    cookie: ada.cookie,
    body: { email: "bob@example.org" },
  });
  const start = registry.clock.now.getTime();
  const after = (milliseconds: number) => sweepExpired(db, new Date(start + milliseconds));
  assert.equal(await after(0), 0);
  assert.equal(await after(DAY), 2, "the exchanged session and the device code");
  assert.equal(await after(8 * DAY), 1, "the invitation");
  assert.equal((await send(registry, "GET /api/whoami", { cookie: ada.cookie })).status, 200);
  assert.equal(await after(31 * DAY), 1, "the session");
  assert.equal((await send(registry, "GET /api/whoami", { bearer: key })).status, 200);
});
