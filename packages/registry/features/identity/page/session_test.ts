import assert from "node:assert/strict";
import { testRegistry } from "../../../testing.ts";
import { PASSWORD, signedUp, visitor } from "../../../testing/web/browse.ts";

Deno.test("who signs up is signed in, has a personal collective, and may sign out", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const account = await ada.get("/account");
  assert.equal(account.status, 200);
  assert.match(account.html, /ada@example\.org/);
  assert.match(account.html, /href="\/collectives\/ada">@ada</);
  assert.equal((await ada.post("/sign-out", {})).location, "/");
  assert.equal((await ada.get("/account")).location, "/sign-in?return_to=%2Faccount");
  const { baseUrl: origin } = registry.services.config;
  for (
    const [site, to] of [[origin, "%2Faccount"], [
      "https://else.example",
      "%2Faccount%2Fcollectives",
    ]]
  ) {
    const headers = { origin, referer: `${site}/account` };
    const late = await ada.post("/account/collectives", { slug: "acme" }, headers);
    assert.equal(late.status, 401);
    assert.match(late.html, /You are signed out, and nothing was changed\./);
    assert.ok(late.html.includes(`href="/sign-in?return_to=${to}"`), "leads back to the form");
  }
});

Deno.test("one signs in by e-mail address or by username, and is brought back", async () => {
  await using registry = await testRegistry();
  await signedUp(registry, "ada");
  for (const login of ["ada", "ada@example.org"]) {
    const ada = visitor(registry);
    const answer = await ada.post("/sign-in", {
      login,
      password: PASSWORD,
      return_to: "/device?user_code=ABCD",
    });
    assert.equal(answer.status, 303);
    assert.equal(answer.location, "/device?user_code=ABCD");
    assert.equal((await ada.get("/account")).status, 200);
  }
  // Which may redirect to another site, and no browser does that after a form.
  const back = "/api/auth/oauth2/authorize?client_id=x";
  const answer = await visitor(registry).post("/sign-in", {
    login: "ada",
    password: PASSWORD,
    return_to: back,
  });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("refresh"), `0;url=${back}`);
});

Deno.test("a wrong password keeps the typed name, says the same for known and unknown names", async () => {
  await using registry = await testRegistry();
  await signedUp(registry, "ada");
  const texts = [];
  for (const login of ["ada", "nobody"]) {
    const answer = await visitor(registry).post("/sign-in", { login, password: "wrong wrong" });
    assert.equal(answer.status, 401);
    assert.match(answer.html, new RegExp(`value="${login}"`));
    assert.doesNotMatch(answer.html, /wrong wrong/);
    texts.push(/role="alert" aria-label="([^"]*)"/.exec(answer.html)?.[1]);
  }
  assert.ok(texts[0]);
  assert.equal(texts[0], texts[1]);
});

Deno.test("each refusal of a sign-up stands beside its field and keeps what was typed", async () => {
  await using registry = await testRegistry();
  await signedUp(registry, "ada");
  const good = { username: "bob", email: "bob@example.org", password: PASSWORD };
  const cases = [
    [{ ...good, username: "ada" }, "username"],
    [{ ...good, username: "root" }, "username"],
    [{ ...good, username: "ádá" }, "username"],
    [{ ...good, email: "not an address" }, "email"],
    [{ ...good, password: "short" }, "password"],
    [{ ...good, password: "iloveyou" }, "password"],
  ] as const;
  for (const [fields, field] of cases) {
    const answer = await visitor(registry).post("/sign-up", fields);
    assert.ok(answer.status >= 400 && answer.status < 500, `${answer.status}`);
    assert.match(answer.html, new RegExp(`id="field-${field}-error"`), JSON.stringify(fields));
    assert.doesNotMatch(answer.html, new RegExp(PASSWORD));
  }
});

Deno.test("a form of another site changes nothing", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  for (
    const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ]
  ) {
    for (const path of ["/sign-out", "/account/keys", "/device", "/sign-in"]) {
      assert.equal((await ada.post(path, { name: "x" }, headers)).status, 403, path);
    }
  }
  assert.equal((await ada.get("/account")).status, 200);
});

Deno.test("the session cookie is for this site's requests and no script", async () => {
  await using registry = await testRegistry();
  const answer = await visitor(registry).post("/sign-up", {
    username: "ada",
    email: "ada@example.org",
    password: PASSWORD,
  });
  const [line] = answer.headers.getSetCookie();
  assert.match(line!, /HttpOnly/i);
  assert.match(line!, /SameSite=Lax/i);
});

Deno.test("a form that is not a form is refused before anything is done", async () => {
  await using registry = await testRegistry();
  const origin = registry.services.config.baseUrl;
  const json = await registry.request("/sign-in", {
    method: "POST",
    headers: { origin, "content-type": "application/json" },
    body: "{}",
  });
  assert.equal(json.status, 415);
  const large = await visitor(registry).post("/sign-in", { login: "a".repeat(70_000) });
  assert.equal(large.status, 413);
});

Deno.test("who guesses passwords is slowed down, and told for how long", async () => {
  await using registry = await testRegistry({ environment: { SVC_RATE_LIMIT: "on" } });
  const guesser = visitor(registry);
  let answer = await guesser.post("/sign-in", { login: "ada", password: "guess 0" });
  for (let tries = 1; tries < 100 && answer.status === 401; tries++) {
    answer = await guesser.post("/sign-in", { login: "ada", password: `guess ${tries}` });
  }
  assert.equal(answer.status, 429);
  assert.match(answer.headers.get("retry-after")!, /^[1-9]\d*$/);
  assert.match(answer.html, /role="alert"/);
});
