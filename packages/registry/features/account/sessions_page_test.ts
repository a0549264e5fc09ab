import assert from "node:assert/strict";
import { testRegistry } from "../../testing.ts";
import { PASSWORD, signedUp, visitor } from "../../testing/web/browse.ts";

Deno.test("a person sees their sessions, ends one or all others, and nobody else's", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const eve = await signedUp(registry, "eve");
  const others = [visitor(registry), visitor(registry)];
  for (const other of others) await other.post("/sign-in", { login: "ada", password: PASSWORD });
  const page = (await ada.get("/account/sessions")).html;
  const ids = [...page.matchAll(/name="id" value="([^"]+)"/g)].map(([, id]) => id!);
  assert.equal(ids.length, 2);
  assert.ok(others.every((other) => !page.includes(other.cookie())), "no session's token");
  const signedIn = async () => {
    const answers = await Promise.all([ada, ...others].map((one) => one.get("/account/sessions")));
    return answers.filter(({ status }) => status === 200).length;
  };
  await eve.post("/account/sessions", { id: ids[0]! });
  await eve.post("/account/sessions", {});
  assert.equal(await signedIn(), 3);
  await ada.post("/account/sessions", { id: ids[0]! });
  assert.equal(await signedIn(), 2);
  await ada.post("/account/sessions", {}, { origin: "https://evil.example" });
  assert.equal(await signedIn(), 2);
  await ada.post("/account/sessions", {});
  assert.equal(await signedIn(), 1);
});

Deno.test("a password changed on its page deletes the keys where asked to, and says so", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  await ada.post("/account/keys", { name: "laptop" });
  const next = "another long password";
  const weak = await ada.post("/account/password", { current: PASSWORD, next: "short" });
  assert.deepEqual([weak.status, /id="field-next-error"/.test(weak.html)], [400, true]);
  const wrong = await ada.post("/account/password", { current: "not the password", next });
  assert.deepEqual([wrong.status, /id="field-current-error"/.test(wrong.html)], [401, true]);
  const fields = { current: PASSWORD, next, deleteKeys: "on" };
  const changed = await ada.post("/account/password", fields);
  assert.match(changed.html, /0 other sessions signed out,\s+1 personal key deleted/);
  assert.match((await ada.get("/account/keys")).html, /You have no keys/);
});
