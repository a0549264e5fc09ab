import assert from "node:assert/strict";
import { collective, send, signUp } from "../../identity/testing.ts";
import { testRegistry } from "../../../testing.ts";

const html = { accept: "text/html" };

Deno.test("the address an issue names shows it, with what strangers wrote made harmless", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const made = await send(registry, "POST /api/v1/lab/issues", {
    cookie: ada.cookie,
    body: { title: "<script>alert(1)</script>", body: "**bold** <img src=x onerror=alert(1)>" },
  });
  const page = await registry.request(made.body.issue.url, { headers: html });
  const text = await page.text();
  assert.equal(page.status, 200);
  assert.ok(text.includes("&lt;script&gt;alert(1)&lt;/script&gt;"));
  assert.ok(text.includes("<strong>bold</strong>"));
  assert.ok(!text.includes("<script>alert"), "no title becomes markup");
  assert.ok(!/<img[^>]+onerror/.test(text), "no body becomes a handler");
  const list = await (await registry.request("/lab?q=bold", { headers: html })).text();
  assert.ok(list.includes(`/lab/${made.body.issue.number}`));
});

Deno.test("a comment is posted from the page and shown; a security issue's page is not a page to others", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const eve = await signUp(registry, "eve");
  const made = await send(registry, "POST /api/v1/lab/issues", {
    cookie: ada.cookie,
    body: { type: "security", title: "Hole", body: "" },
  });
  const path = `/lab/${made.body.issue.number}`;
  const post = (cookie: string, body: string, origin = "http://registry.test") =>
    registry.request(path, {
      method: "POST",
      redirect: "manual",
      headers: { ...html, cookie, origin, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ body }),
    });
  assert.equal((await post(ada.cookie, "I found more")).status, 303);
  const seen = await registry.request(path, { headers: { ...html, cookie: ada.cookie } });
  assert.ok((await seen.text()).includes("I found more"));
  assert.equal((await post(ada.cookie, "")).status, 400);
  assert.equal((await post(ada.cookie, "x", "https://evil.example")).status, 403);
  const hidden = await registry.request(path, { headers: { ...html, cookie: eve.cookie } });
  assert.equal(hidden.status, 404);
  assert.equal((await post(eve.cookie, "hello")).status, 404);
  await registry.request("/lab/0", { headers: html }).then((answer) =>
    assert.equal(answer.status, 404)
  );
});

Deno.test("what an issue is about is a link only to who finds the page of it", async () => {
  await using registry = await testRegistry({ environment: { SVC_ADMINS: "root-admin" } });
  const [ada, root] = [await signUp(registry, "ada"), await signUp(registry, "root-admin")];
  await collective(registry, ada, "acme");
  const at = (path: string, body: object) => send(registry, path, { cookie: ada.cookie, body });
  await at("POST /api/v1/lab/issues", { title: "Slow", collective: "acme" });
  await at("PATCH /api/v1/collectives/acme", { private: true });
  for (const [who, linked] of [[ada, true], [root, false]] as const) {
    for (const path of ["/lab/1", "/lab?collective=acme"]) {
      const page = await registry.request(path, { headers: { ...html, cookie: who.cookie } });
      const text = await page.text();
      assert.ok(page.status === 200 && text.includes("@acme"), path);
      assert.equal(text.includes('href="/collectives/acme"'), linked, path);
    }
  }
});

Deno.test("the address a profile names shows it, without its mail address", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { body } = await send(registry, "PATCH /api/v1/profile", {
    cookie: ada.cookie,
    body: { displayName: "Ada & Co", bio: "<b>hi</b>", url: "https://ada.example" },
  });
  const page = await registry.request(body.profile.page, { headers: html });
  const text = await page.text();
  assert.equal(page.status, 200);
  assert.ok(text.includes("Ada &amp; Co") && text.includes("&lt;b&gt;hi&lt;/b&gt;"));
  assert.ok(!text.includes(ada.email));
});

Deno.test("a search for words reads the newest 20,000 issues and no further", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const create = (title: string) =>
    send(registry, "POST /api/v1/lab/issues", { cookie: ada.cookie, body: { title } });
  for (const title of ["old needle", "in reach needle", "new needle"]) await create(title);
  const { db } = registry.services;
  await db.updateTable("lab_issue").set({ number: 30_000 }).where("number", "=", 3).execute();
  await db.updateTable("lab_issue").set({ number: 10_001 }).where("number", "=", 2).execute();
  const found = async (query: string) =>
    (await send(registry, `GET /api/v1/lab/issues${query}`)).body.issues
      .map((issue: { title: string }) => issue.title);
  assert.deepEqual(await found("?q=needle"), ["new needle", "in reach needle"]);
  assert.equal((await found("")).length, 3, "a list without words has them all");
});
