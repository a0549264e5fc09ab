import assert from "node:assert/strict";
import { testRegistry } from "../../testing.ts";
import { signedUp } from "../../testing/web/browse.ts";

const HERE = "/account/applications";

Deno.test("an application is registered on the page, its secret shown once, and deleted", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const fields = { name: "Build board", uri: "https://board.example.org/return" };
  const made = await ada.post(HERE, fields);
  assert.equal(made.status, 200, made.html);
  assert.equal(made.headers.get("cache-control"), "no-store");
  const secret = /id="client-secret"[^>]*>([^<]+)</.exec(made.html)?.[1];
  assert.ok(secret && secret.length >= 16, "the secret is shown");
  const later = await ada.get(HERE);
  assert.match(later.html, /Build board/);
  assert.ok(!later.html.includes(secret), "the secret is shown once");
  const id = /name="id" value="([^"]+)"/.exec(later.html)![1]!;
  const eve = await signedUp(registry, "eve");
  assert.equal((await eve.post(`${HERE}/delete`, { id })).status, 404);
  assert.equal((await ada.post(`${HERE}/delete`, { id })).status, 303);
  assert.match((await ada.get(HERE)).html, /You have not registered any/);
});

Deno.test("a redirect address that is none is refused beside the form, with what was typed", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const answer = await ada.post(HERE, { name: "Board", uri: "board.example/callback" });
  assert.equal(answer.status, 400);
  assert.match(answer.html, /role="alert" aria-label="Redirect address: /);
  assert.match(answer.html, /value="Board"/);
  assert.match((await ada.get(HERE)).html, /You have not registered any/);
});
