import assert from "node:assert/strict";
import { testRegistry } from "../../../testing.ts";
import { signedUp, visitor } from "../../../testing/web/browse.ts";
import { type Publication, publish } from "../../../testing/web/publish.ts";

const PUBLICATION: Publication = {
  name: "@ada/repo-insight",
  version: "2026.11.20.3",
  description: "Lists <b>repositories</b>.",
  readme: "# Insight\n\n```ts\nconst a = 1;\n```\n\n<script>alert(1)</script>\n",
};

Deno.test("a published extension has a page with score, README, types and install command", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const { scorecard } = await publish(registry, ada.cookie(), PUBLICATION);
  for (const path of ["@ada/repo-insight", "%40ada%2Frepo-insight"]) {
    const { status, html } = await visitor(registry).get(`/extensions/${path}`);
    assert.equal(status, 200);
    assert.match(html, new RegExp(`Score ${scorecard.percentage} percent`));
    assert.match(html, /svc extension pull @ada\/repo-insight/);
    assert.match(html, /<span class="t-keyword">const<\/span>/);
    assert.match(html, /Lists &lt;b&gt;repositories&lt;\/b&gt;\./);
    assert.doesNotMatch(html, /<script>/);
    assert.match(html, /Arguments of list_prs/);
    assert.match(html, /Start the programs/);
  }
});

Deno.test("each behavior type has a page of its own, for the newest version and for older ones", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  await publish(registry, ada.cookie(), { ...PUBLICATION, version: "2026.11.19.1" });
  await publish(registry, ada.cookie(), PUBLICATION);
  const nobody = visitor(registry);
  const { html } = await nobody.get("/extensions/@ada/repo-insight");
  const href = "/extensions/@ada/repo-insight/types/@ada/repo-insight";
  assert.ok(html.includes(`href="${href}"`));
  const newest = (await nobody.get(href)).html;
  for (
    const text of [
      "svc behavior create @ada/repo-insight repo-insight --global-arg owner=your-owner",
      '<code>token</code> <span class="chip secret-chip"',
      "owner-exists",
      "Fields of repos",
      "&quot;deployKey&quot;: {",
      "svc extension pull @ada/repo-insight<",
      `svc auth login --server ${registry.services.config.baseUrl}`,
    ]
  ) assert.ok(newest.includes(text), text);
  const older = await nobody.get(
    "/extensions/@ada/repo-insight/2026.11.19.1/types/@ada/repo-insight",
  );
  assert.match(older.html, /The newest version is/);
  assert.match(older.html, /svc extension pull @ada\/repo-insight@2026\.11\.19\.1</);
  for (const path of ["types/@ada/absent", "2026.01.01.1/types/@ada/repo-insight"]) {
    const { status } = await nobody.get(`/extensions/@ada/repo-insight/${path}`);
    assert.equal(status, 404, path);
  }
});

Deno.test("home, search and the collective's page list it", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const nobody = visitor(registry);
  assert.match((await nobody.get("/")).html, /Nothing is published yet/);
  await publish(registry, ada.cookie(), PUBLICATION);
  for (const path of ["/", "/search?q=insight", "/search", "/collectives/ada"]) {
    assert.match((await nobody.get(path)).html, /href="\/extensions\/@ada\/repo-insight"/, path);
  }
  const none = await nobody.get("/search?q=zzzzzz");
  assert.match(none.html, /Nothing matches/);
});

Deno.test("a private collective's extension shows to members only; for others it is as if absent", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  await ada.post("/account/collectives", { slug: "acme", name: "" });
  await publish(registry, ada.cookie(), { ...PUBLICATION, name: "@acme/secret" });
  await registry.services.db.updateTable("collective").set({ private: 1 })
    .where("slug", "=", "acme").execute();
  registry.services.events.emit("collective.changed", {
    collectiveId: (await registry.services.db.selectFrom("collective").select("id")
      .where("slug", "=", "acme").executeTakeFirstOrThrow()).id,
  });
  const bob = await signedUp(registry, "bob");
  assert.equal((await ada.get("/extensions/@acme/secret")).status, 200);
  for (const path of ["", "/badge.svg", "/versions.atom"]) {
    const hidden = await bob.get(`/extensions/@acme/secret${path}`);
    const absent = await bob.get(`/extensions/@acme/absent${path}`);
    assert.equal(hidden.status, 404);
    assert.equal(
      hidden.html.replaceAll("secret", "absent"),
      absent.html,
    );
  }
  assert.equal((await bob.get("/collectives/acme")).status, 404);
  for (const path of ["/", "/search?q=secret", "/search?collective=acme"]) {
    assert.doesNotMatch((await bob.get(path)).html, /@acme\/secret/, path);
  }
});

Deno.test("the badge tells the grade and may stand on other sites; the feed lists versions", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const { scorecard } = await publish(registry, ada.cookie(), PUBLICATION);
  const badge = await visitor(registry).get("/extensions/@ada/repo-insight/badge.svg");
  assert.equal(badge.headers.get("content-type"), "image/svg+xml; charset=utf-8");
  assert.match(badge.html, new RegExp(`${scorecard.grade} ${scorecard.percentage}%`));
  const feed = await visitor(registry).get("/extensions/@ada/repo-insight/versions.atom");
  assert.match(feed.headers.get("content-type")!, /^application\/atom\+xml/);
  assert.match(feed.html, /<title>2026\.11\.20\.3<\/title>/);
});

Deno.test("a malformed name gets an explanation, not a fault", async () => {
  await using registry = await testRegistry();
  for (const name of ["x", "@A/b", "@a", "%00", "@a/<script>"]) {
    const { status, html } = await visitor(registry).get(`/extensions/${name}`);
    assert.ok(status === 400 || status === 404, `${name}: ${status}`);
    assert.doesNotMatch(html, /<script>/);
  }
});

Deno.test("an edit on the page moves the score at once; a refused one says why", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  await publish(registry, ada.cookie(), PUBLICATION);
  const page = "/extensions/@ada/repo-insight";
  const percent = async () => Number(/Score (\d+) percent/.exec((await ada.get(page)).html)?.[1]);
  const before = await percent();
  const edit = { name: "@ada/repo-insight", action: "update", description: "", license: "MIT" };
  assert.equal((await ada.post("/extensions", edit)).location, page);
  assert.ok(await percent() < before);
  const wrong = await ada.post("/extensions", { ...edit, repository: "not a url" });
  assert.equal(wrong.status, 400);
  assert.match(wrong.html.slice(wrong.html.indexOf('id="manage"')), /role="alert"/);
});

Deno.test("deprecating and yanking on the page show to everybody, and can be taken back", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  await publish(registry, ada.cookie(), PUBLICATION);
  const name = "@ada/repo-insight";
  const seen = async () => (await visitor(registry).get(`/extensions/${name}`)).html;
  for (
    const [action, undo, text] of [
      ["deprecate", "undeprecate", /This extension is deprecated/],
      ["yank", "unyank", /This extension was yanked/],
    ] as const
  ) {
    const done = await ada.post("/extensions", { name, action, reason: "Old." });
    assert.equal(done.status, 303, done.html);
    assert.match(await seen(), text);
    assert.equal((await ada.post("/extensions", { name, action: undo })).status, 303);
    assert.doesNotMatch(await seen(), text);
  }
});

Deno.test("outsiders see no forms and cannot post them", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  await publish(registry, ada.cookie(), PUBLICATION);
  const eve = await signedUp(registry, "eve");
  assert.doesNotMatch((await eve.get("/extensions/@ada/repo-insight")).html, /id="manage"/);
  for (const action of ["rescore", "update", "deprecate", "yank"]) {
    const answer = await eve.post("/extensions", {
      name: "@ada/repo-insight",
      action,
      reason: "x",
    });
    assert.equal(answer.status, 403, action);
  }
  const nobody = await visitor(registry).post("/extensions", { name: "@ada/x", action: "yank" });
  assert.equal(nobody.status, 401);
});
