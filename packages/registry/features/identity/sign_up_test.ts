import assert from "node:assert/strict";
import { hashPassword } from "./password/hash.ts";
import { testRegistry } from "../../testing.ts";
import { cookieOf, send, signUp } from "./testing.ts";

Deno.test("signing up makes a user, a session and a personal collective of their name", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada-l");
  const { body } = await send(registry, "GET /api/v1/collectives", { cookie: ada.cookie });
  assert.deepEqual(
    body.collectives.map(({ slug, personal, role }: Record<string, unknown>) => ({
      slug,
      personal,
      role,
    })),
    [{ slug: "ada-l", personal: true, role: "owner" }],
  );
});

Deno.test("names people would confuse, reserved names and other scripts are refused", async () => {
  await using registry = await testRegistry();
  await signUp(registry, "paypal");
  const expected: Record<string, [number, string]> = {
    "paypa1": [409, "name_taken"],
    "pay-pal": [409, "name_taken"],
    "admin": [400, "name_reserved"],
    "svc": [400, "name_reserved"],
    "Ada": [400, "invalid_name"],
    "pаypal": [400, "invalid_name"],
    "a": [400, "invalid_name"],
    "-ada": [400, "invalid_name"],
    "ada lovelace": [400, "invalid_name"],
    "ada\r\nx": [400, "invalid_name"],
  };
  for (const [username, [status, code]] of Object.entries(expected)) {
    const answer = await send(registry, "POST /api/auth/sign-up/email", {
      body: { email: "x@example.org", password: "long enough a password", username },
    });
    assert.deepEqual([answer.status, answer.body.code], [status, code], username);
    assert.ok(answer.body.error.length > 0);
  }
});

const GOOD = { email: "x@example.org", password: "long enough a password", username: "ada" };

for (
  const [field, bad, code] of [
    ["username", "", "invalid_name"],
    ["username", "a".repeat(300), "invalid_name"],
    ["username", "ádá", "invalid_name"],
    ["username", "admin", "name_reserved"],
    ["username", 7, "validation_failed"],
    ["username", undefined, "validation_failed"],
    ["email", "nobody", "validation_failed"],
    ["email", `${"x".repeat(250)}@example.org`, "validation_failed"],
    ["email", undefined, "validation_failed"],
    ["password", "short", "validation_failed"],
    ["password", "x".repeat(129), "validation_failed"],
    ["password", undefined, "validation_failed"],
    ["name", "a\u0000b", "validation_failed"],
  ] as const
) {
  const shown = String(JSON.stringify(bad)).slice(0, 20);
  Deno.test(`a sign-up with the ${field} ${shown} is told what is wrong with the ${field}`, async () => {
    await using registry = await testRegistry();
    const { status, body } = await send(registry, "POST /api/auth/sign-up/email", {
      body: { ...GOOD, [field]: bad },
    });
    assert.deepEqual([status, body.code], [400, code]);
    assert.deepEqual(body.details.map(({ path }: { path: string }) => path), [field]);
    assert.match(body.error, new RegExp(field));
    assert.ok(!JSON.stringify(body).includes(GOOD.password), "no password is sent back");
  });
}

Deno.test("a sign-up names every field that is wrong, and a body that is not an object is told so", async () => {
  await using registry = await testRegistry();
  const post = async (body: unknown) =>
    (await send(registry, "POST /api/auth/sign-up/email", { body })).body;
  const wrong = await post({ email: "nobody", password: "short", username: "ada" });
  assert.deepEqual(wrong.details.map(({ path }: { path: string }) => path), ["email", "password"]);
  assert.equal((await post([])).code, "malformed_body");
});

Deno.test("one signs in by username or by address, with cookie and token", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  for (
    const [path, body] of [
      ["username", { username: "ada", password: ada.password }],
      ["email", { email: ada.email, password: ada.password }],
    ] as const
  ) {
    const answer = await send(registry, `POST /api/auth/sign-in/${path}`, { body });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("cache-control"), "no-store");
    assert.equal(answer.body.user.id, ada.id);
    assert.match(answer.body.token, /^\w{20,}$/);
    const me = await send(registry, "GET /api/whoami", { cookie: cookieOf(answer.headers) });
    assert.equal(me.body.username, "ada");
  }
});

Deno.test("wrong password and unknown name are refused alike, with 401", async () => {
  await using registry = await testRegistry();
  await signUp(registry, "ada");
  const answers = await Promise.all([
    send(registry, "POST /api/auth/sign-in/username", {
      body: { username: "ada", password: "wrong password" },
    }),
    send(registry, "POST /api/auth/sign-in/username", {
      body: { username: "bob", password: "wrong password" },
    }),
    send(registry, "POST /api/auth/sign-in/email", {
      body: { email: "bob@example.org", password: "wrong password" },
    }),
  ]);
  for (const { status, body } of answers) {
    assert.equal(status, 401);
    assert.deepEqual(body, answers[0]!.body);
    assert.equal(body.code, "invalid_credentials");
  }
});

Deno.test("signing out ends the session", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const out = await send(registry, "POST /api/auth/sign-out", {
    cookie: ada.cookie,
    body: {},
    headers: { origin: "http://registry.test" },
  });
  assert.equal(out.status, 200);
  assert.equal((await send(registry, "GET /api/whoami", { cookie: ada.cookie })).status, 401);
});

Deno.test("a session ends after thirty days", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const day = 86_400_000;
  registry.clock.now = new Date(Date.now() + 29 * day);
  assert.equal((await send(registry, "GET /api/whoami", { cookie: ada.cookie })).status, 200);
  registry.clock.now = new Date(Date.now() + 31 * day);
  assert.equal((await send(registry, "GET /api/whoami", { cookie: ada.cookie })).status, 401);
});

Deno.test("guessing a password is slowed, and says how long to wait", async () => {
  await using registry = await testRegistry({ environment: { SVC_RATE_LIMIT: "on" } });
  const ada = await signUp(registry, "ada");
  const guess = (password: string) =>
    send(registry, "POST /api/auth/sign-in/username", { body: { username: "ada", password } });
  const statuses: number[] = [];
  for (let count = 0; count < 9; count++) {
    statuses.push((await guess(`wrong guess ${count}`)).status);
  }
  assert.deepEqual(statuses, [...Array(8).fill(401), 429]);
  const blocked = await guess(ada.password);
  assert.equal(blocked.status, 429);
  const wait = Number(blocked.headers.get("retry-after"));
  assert.ok(wait >= 1 && wait <= 60);
  registry.clock.now = new Date(registry.clock.now.getTime() + wait * 1000);
  assert.equal((await guess(ada.password)).status, 200);
});

Deno.test("hashing passwords leaves the thread free", async () => {
  await using registry = await testRegistry({ hashPassword });
  await signUp(registry, "ada");
  let done = false;
  const guesses = Promise.all(
    Array.from({ length: 6 }, () =>
      send(registry, "POST /api/auth/sign-in/username", {
        body: { username: "ada", password: "wrong password" },
      })),
  ).then(() => done = true);
  let answered = 0;
  while (!done) {
    assert.equal((await send(registry, "GET /healthz")).status, 200);
    answered++;
    // A turn of the event loop: a hash on this thread would keep it from coming round.
    await new Promise((resolve) => setTimeout(resolve));
  }
  await guesses;
  assert.ok(answered > 6, `${answered} requests were answered while six passwords were hashed`);
});

Deno.test("the log tells of sign-ins and failures, and holds no secret", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  await send(registry, "POST /api/auth/sign-in/username", {
    body: { username: "ada", password: ada.password },
  });
  await send(registry, "POST /api/auth/sign-in/username", {
    body: { username: "ada", password: "a wrong guess" },
  });
  const log = registry.logged.join("");
  for (
    const event of ["auth.sign_up_email", "auth.sign_in_username", "auth.sign_in_username_refused"]
  ) {
    assert.ok(log.includes(`"event":"${event}"`), event);
  }
  for (const secret of [ada.password, "a wrong guess", ada.sessionToken]) {
    assert.ok(!log.includes(secret));
  }
});

Deno.test("paths of the library that are not opened do not exist", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  for (
    const line of [
      "POST /api/auth/update-user",
      "POST /api/auth/delete-user",
      "POST /api/auth/change-email",
      "POST /api/auth/link-social",
      "POST /api/auth/api-key/verify",
      "GET /api/auth/api-key/get",
      "GET /api/auth/error",
      "GET /api/auth/get-session",
      "GET /api/auth/list-sessions",
    ]
  ) {
    const [method] = line.split(" ");
    const answer = await send(registry, line, {
      cookie: ada.cookie,
      ...(method === "POST" ? { body: {} } : {}),
    });
    assert.equal(answer.status, 404, line);
  }
});
