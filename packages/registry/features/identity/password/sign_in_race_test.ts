import { cookieOf, send, signUp } from "../testing.ts";
import { testRegistry } from "../../../testing.ts";
import { doBefore } from "../../../testing/engine.ts";
import { holding } from "../../../testing/holding.ts";
import { visitor } from "../../../testing/web/browse.ts";
import { createResetLink } from "./reset.ts";
import assert from "node:assert/strict";

const NEXT = "another long password";

for (const by of ["username", "email"] as const) {
  Deno.test(`a sign-in by ${by} with a password that is replaced meanwhile leaves no session`, async () => {
    const { registry, hold } = await holding();
    await using _registry = registry;
    const ada = await signUp(registry, "ada");
    const signIn = (password: string) =>
      send(registry, `POST /api/auth/sign-in/${by}`, { body: { [by]: ada[by], password } });
    const { url } = await createResetLink(registry.services, "ada");
    const held = hold();
    const signingIn = signIn(ada.password);
    await held.asked;
    const token = new URL(url).searchParams.get("token")!;
    const reset = await visitor(registry).post("/reset-password", { token, password: NEXT });
    assert.equal(reset.status, 200);
    held.letGo();
    const { status, body, headers } = await signingIn;
    assert.deepEqual([status, body.code], [401, "invalid_credentials"]);
    assert.equal(cookieOf(headers), "");
    const sessions = await registry.services.db.selectFrom("session").select("id").execute();
    assert.deepEqual(sessions, []);
    assert.equal((await signIn(NEXT)).status, 200);
  });
}

for (const by of ["username", "email"] as const) {
  Deno.test(`a password that is replaced just before the session of a sign-in by ${by} is written lets nobody in`, async () => {
    await using registry = await testRegistry();
    const ada = await signUp(registry, "ada");
    const { db } = registry.services;
    await db.deleteFrom("session").execute();
    await doBefore(db, "before insert on session", "update account set password = 'another:one'");
    const { status, headers } = await send(registry, `POST /api/auth/sign-in/${by}`, {
      body: { [by]: ada[by], password: ada.password },
    });
    assert.equal(status, 401);
    assert.equal(cookieOf(headers), "");
    assert.deepEqual(await db.selectFrom("session").select("id").execute(), []);
  });
}
