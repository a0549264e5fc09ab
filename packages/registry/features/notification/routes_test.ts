import assert from "node:assert/strict";
import { testRegistry } from "../../testing.ts";
import { signedUp, visitor } from "../../testing/web/browse.ts";
import { notify } from "./notify.ts";

async function world() {
  const registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const { id } = await registry.services.db.selectFrom("user").select("id")
    .where("username", "=", "ada").executeTakeFirstOrThrow();
  const tell = (version: string) =>
    notify(registry.services.db, {
      kind: "version_published",
      users: [id],
      at: registry.clock.now,
      extension: "@acme/tools",
      version,
    });
  return { registry, ada, tell };
}

/** The count that stands beside the inbox in the header. */
function headerCount(html: string): string | undefined {
  return /Inbox.*?chip-strong">\s*(\d+\+?)/s.exec(html.slice(0, html.indexOf("<main")))?.[1];
}

Deno.test("an empty inbox says so, and a stranger signs in first", async () => {
  const { registry, ada } = await world();
  await using _ = registry;
  const page = await ada.get("/notifications");
  assert.equal(page.status, 200);
  assert.match(page.html, /No notifications/);
  assert.equal(headerCount(page.html), undefined);
  assert.equal(
    (await visitor(registry).get("/notifications")).location,
    "/sign-in?return_to=%2Fnotifications",
  );
});

Deno.test("what is unread stands first and is counted on every page; reading moves it down", async () => {
  const { registry, ada, tell } = await world();
  await using _ = registry;
  for (const day of ["01", "02", "03"]) await tell(`2026.11.${day}.1`);
  const page = await ada.get("/notifications");
  assert.equal(headerCount(page.html), "3");
  assert.equal(headerCount((await ada.get("/lab")).html), "3");
  const id = /name="id" value="([^"]+)"/.exec(page.html)![1]!;
  assert.equal((await ada.post("/notifications/read", { id })).status, 303);
  const after = await ada.get("/notifications");
  assert.equal(headerCount(after.html), "2");
  const [unread, earlier] = [
    after.html.indexOf("2026.11.02.1"),
    after.html.indexOf("2026.11.03.1"),
  ];
  assert.ok(unread > 0 && unread < earlier, "the newest was read and stands below");
  assert.equal((await ada.post("/notifications/read-all", {})).status, 303);
  const done = await ada.get("/notifications");
  assert.equal(headerCount(done.html), undefined);
  assert.ok(!done.html.includes("Mark all as read"));
});

Deno.test("an inbox of more than a page is read to its end, each notification once", async () => {
  const { registry, ada, tell } = await world();
  await using _ = registry;
  for (let micro = 1; micro <= 120; micro++) await tell(`2026.11.01.${micro}`);
  assert.equal(headerCount((await ada.get("/lab")).html), "99+");
  await ada.post("/notifications/read-all", {});
  const seen: string[] = [];
  let next: string | undefined = "/notifications";
  while (next !== undefined) {
    const { html } = await ada.get(next);
    seen.push(...[...html.matchAll(/tools@2026\.11\.01\.(\d+)/g)].map((match) => match[1]!));
    next = /rel="next" href="([^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
  }
  assert.deepEqual(seen, Array.from({ length: 120 }, (_, index) => String(120 - index)));
});

Deno.test("a form of another site marks nothing, and nobody marks what is not theirs", async () => {
  const { registry, ada, tell } = await world();
  await using _ = registry;
  await tell("2026.11.01.1");
  const eve = await signedUp(registry, "eve");
  const { html } = await ada.get("/notifications");
  const id = /name="id" value="([^"]+)"/.exec(html)![1]!;
  const foreign = await ada.post("/notifications/read-all", {}, { origin: "https://evil.example" });
  assert.equal(foreign.status, 403);
  assert.equal((await eve.post("/notifications/read", { id })).status, 404);
  assert.equal(headerCount((await ada.get("/notifications")).html), "1");
});

Deno.test("an invitation is answered in the inbox, which marks what told of it; a stale one says so", async () => {
  const { registry, ada } = await world();
  await using _ = registry;
  const bob = await signedUp(registry, "bob");
  for (const slug of ["acme", "tools"]) {
    await ada.post("/account/collectives", { slug, name: "" });
    const who = { invite: "bob", role: "member" };
    assert.equal((await ada.post(`/collectives/${slug}/settings/invite`, who)).status, 303);
  }
  const page = await bob.get("/notifications");
  assert.equal(headerCount(page.html), "2");
  assert.doesNotMatch(page.html, /id="unread"/, "an invitation is listed once");
  const [first, second] = [...page.html.matchAll(
    /name="id" value="([^"]+)"[^>]*>\s*<input[^>]*name="notification" value="([^"]+)"/g,
  )].map(([, id, notification]) => ({ id: id!, notification: notification! }));
  const answer = (fields: Record<string, string>) => bob.post("/notifications/invitation", fields);
  assert.equal((await answer({ ...first!, decision: "accept" })).location, "/collectives/acme");
  assert.equal((await answer({ ...second!, decision: "decline" })).location, "/notifications");
  assert.equal(headerCount((await bob.get("/notifications")).html), undefined);
  const again = await answer({ ...second!, decision: "accept" });
  assert.equal(again.status, 404);
  assert.match(again.html, /role="alert"[^]*No such open invitation/);
});

Deno.test("a notification leads to the thing and is read by that: an issue, a token that expires", async () => {
  const { registry, ada, tell } = await world();
  await using _ = registry;
  await ada.post("/account/collectives", { slug: "acme", name: "" });
  const token = { name: "ci", days: "5", scope: "lab:read" };
  await ada.post("/collectives/acme/settings/create-token", token);
  await tell("2026.11.01.1");
  const { html } = await ada.get("/notifications");
  const places: (string | null)[] = [];
  for (
    const [, id] of html.matchAll(/action="\/notifications\/open">\s*<input[^>]*value="([^"]+)"/g)
  ) {
    places.push((await ada.post("/notifications/open", { id: id! })).location);
  }
  assert.deepEqual(places.toSorted(), [
    "/collectives/acme/settings/tokens",
    "/collectives/acme/settings/tokens",
    "/extensions/%40acme%2Ftools",
  ]);
  assert.equal(headerCount((await ada.get("/notifications")).html), undefined);
  assert.equal((await ada.post("/notifications/open", { id: "x" })).status, 400);
});
