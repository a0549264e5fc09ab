import assert from "node:assert/strict";
import { send, signUp } from "./testing.ts";
import { RATES } from "../../access/rate/limits.ts";
import { testRegistry } from "../../testing.ts";

const { burst } = RATES.signInAccountAtAddress;

Deno.test("guesses count for the account that is guessed, whatever else the body names", async () => {
  await using registry = await testRegistry({ environment: { SVC_RATE_LIMIT: "on" } });
  await signUp(registry, "ada");
  const guess = (count: number) =>
    send(registry, "POST /api/auth/sign-in/username", {
      body: { username: "ada", email: `${count}@example.org`, password: "not the password" },
    });
  for (let count = 0; count < burst; count++) assert.equal((await guess(count)).status, 401);
  assert.equal((await guess(burst)).status, 429);
});

Deno.test("a body that is not an object signs nobody in", async () => {
  await using registry = await testRegistry({ environment: { SVC_RATE_LIMIT: "on" } });
  for (const body of [null, 1, "ada", [], { username: ["ada"], password: "x" }]) {
    const { status } = await send(registry, "POST /api/auth/sign-in/username", { body });
    assert.equal(status, 400, JSON.stringify(body));
  }
});
