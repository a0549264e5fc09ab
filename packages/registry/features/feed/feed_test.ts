import assert from "node:assert/strict";
import { collective, join, send, signUp, token } from "../identity/testing.ts";
import { testRegistry } from "../../testing.ts";

Deno.test("a person posts as themselves, a token with feed:write as its collective; each deletes only their own", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const eve = await signUp(registry, "eve");
  await collective(registry, ada, "acme");
  const bot = { bearer: (await token(registry, ada, "acme", ["feed:write"])).key };
  const post = async (credential: { cookie?: string; bearer?: string }, body: string) =>
    (await send(registry, "POST /api/v1/feed", { ...credential, body: { body } })).body.post;
  const own = await post({ cookie: ada.cookie }, "Hello");
  const ours = await post(bot, "A new version");
  assert.deepEqual([own.author, own.authorKind], ["ada", "person"]);
  assert.deepEqual([ours.author, ours.authorKind], ["acme", "collective"]);
  const remove = async (credential: { cookie?: string; bearer?: string }, id: string) =>
    (await send(registry, `DELETE /api/v1/feed/${id}`, credential)).status;
  assert.equal(await remove({ cookie: eve.cookie }, own.id), 404);
  assert.equal(
    await remove({ cookie: ada.cookie }, ours.id),
    404,
    "a member is not the collective",
  );
  assert.equal(await remove(bot, own.id), 404);
  assert.equal(await remove(bot, ours.id), 200);
  const { posts } = (await send(registry, "GET /api/v1/feed")).body;
  assert.deepEqual(posts.map((each: { id: string }) => each.id), [own.id]);
  const without = await token(registry, ada, "acme", ["lab:*"]);
  const refused = await send(registry, "POST /api/v1/feed", {
    bearer: without.key,
    body: { body: "x" },
  });
  assert.match(refused.body.error, /requires the feed:write scope/);
});

Deno.test("what a private collective posts is there for its members only", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const bob = await signUp(registry, "bob");
  const eve = await signUp(registry, "eve");
  await collective(registry, ada, "acme");
  await join(registry, ada, "acme", bob);
  await send(registry, "PATCH /api/v1/collectives/acme", {
    cookie: ada.cookie,
    body: { private: true },
  });
  const bot = { bearer: (await token(registry, ada, "acme", ["feed:write"])).key };
  await send(registry, "POST /api/v1/feed", { ...bot, body: { body: "Among us" } });
  const count = async (credential: { cookie?: string; bearer?: string }, query = "") =>
    (await send(registry, `GET /api/v1/feed${query}`, credential)).body.posts.length;
  assert.equal(await count({ cookie: bob.cookie }), 1);
  assert.equal(await count(bot), 1);
  assert.equal(await count({ cookie: eve.cookie }), 0);
  assert.equal(await count({}, "?author=acme"), 0);
});

Deno.test("the feed pages newest first without gap or repeat", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  for (let i = 0; i < 11; i++) {
    await send(registry, "POST /api/v1/feed", { cookie: ada.cookie, body: { body: `Post ${i}` } });
  }
  const seen: string[] = [];
  let query = "?limit=4";
  for (;;) {
    const { posts, nextCursor } = (await send(registry, `GET /api/v1/feed${query}`)).body;
    seen.push(...posts.map((each: { id: string }) => each.id));
    if (nextCursor === null) break;
    query = `?limit=4&cursor=${nextCursor}`;
  }
  assert.equal(new Set(seen).size, 11);
  assert.equal(seen.length, 11);
  assert.equal((await send(registry, "GET /api/v1/feed?cursor=bm9wZQ")).status, 400);
});

Deno.test("a link in a post is http or https, so that nobody is led to a script", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  for (const url of ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd"]) {
    const { status } = await send(registry, "POST /api/v1/feed", {
      cookie: ada.cookie,
      body: { body: "Look", url },
    });
    assert.equal(status, 400, url);
  }
});
