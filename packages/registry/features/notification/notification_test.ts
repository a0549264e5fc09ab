import assert from "node:assert/strict";
import { collective, join, memberId, send, signUp, token } from "../identity/testing.ts";
import { testRegistry } from "../../testing.ts";
import { notify } from "./notify.ts";
import { inTransaction } from "../../platform/store/transaction.ts";

type Credential = { cookie?: string; bearer?: string };

async function cast() {
  const registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const bob = await signUp(registry, "bob");
  const eve = await signUp(registry, "eve");
  const { id } = await collective(registry, ada, "acme");
  await join(registry, ada, "acme", bob);
  const inbox = async (credential: Credential, query = "") => {
    const { status, body } = await send(registry, `GET /api/v1/notifications${query}`, credential);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const kinds = async (credential: Credential) =>
    (await inbox(credential)).notifications.map((each: { kind: string }) => each.kind);
  return { registry, ada, bob, eve, collectiveId: id, inbox, kinds };
}

const published = (collectiveId: string, at: Date, version = "2026.11.21.1") => ({
  kind: "version_published" as const,
  collectiveId,
  at,
  extension: "@acme/tools",
  version,
});

Deno.test("a published version is told to every member and the collective's inbox, not to the publisher or strangers", async () => {
  const { registry, ada, bob, eve, collectiveId, inbox, kinds } = await cast();
  await using _ = registry;
  const bot = { bearer: (await token(registry, ada, "acme", ["notifications:read"])).key };
  await notify(registry.services.db, {
    ...published(collectiveId, registry.clock.now),
    actor: { kind: "session", sessionId: "s", user: { id: bob.id, username: "bob" } },
  });
  assert.ok((await kinds({ cookie: ada.cookie })).includes("version_published"));
  assert.ok((await kinds(bot)).includes("version_published"));
  assert.ok(!(await kinds({ cookie: bob.cookie })).includes("version_published"));
  assert.deepEqual(await kinds({ cookie: eve.cookie }), []);
  const told = (await inbox({ cookie: ada.cookie })).notifications.find((each: { kind: string }) =>
    each.kind === "version_published"
  );
  assert.equal(told.actor, "bob");
  assert.equal(told.collective, "acme");
  assert.equal(told.title, "@acme/tools@2026.11.21.1 was published");
  assert.equal(told.url, "http://registry.test/extensions/%40acme%2Ftools");
});

Deno.test("an invitation leads to where it is accepted, and nothing leads to a page that its reader has not", async () => {
  const { registry, ada, bob, eve, inbox } = await cast();
  await using _ = registry;
  const at = (path: string, body: object) => send(registry, path, { cookie: ada.cookie, body });
  assert.equal((await at("PATCH /api/v1/collectives/acme", { private: true })).status, 200);
  await at("POST /api/v1/collectives/acme/invite", { username: "eve", role: "member" });
  const urlOf = async (who: { cookie: string }, kind: string, username: string) =>
    (await inbox({ cookie: who.cookie })).notifications.find((
      each: { kind: string; data: { username: string } },
    ) => each.kind === kind && each.data.username === username).url;
  assert.equal(await urlOf(eve, "member_invited", "eve"), "http://registry.test/account");
  assert.equal(
    await urlOf(bob, "member_invited", "bob"),
    "http://registry.test/collectives/acme",
    "who has joined",
  );
  const member = await memberId(registry, ada, "acme", bob);
  await send(registry, `DELETE /api/v1/collectives/acme/members/${member}`, { cookie: ada.cookie });
  assert.equal(await urlOf(bob, "member_removed", "bob"), null);
});

Deno.test("a change that is rolled back was never told of", async () => {
  const { registry, ada, collectiveId, kinds } = await cast();
  await using _ = registry;
  const before = await kinds({ cookie: ada.cookie });
  await assert.rejects(
    inTransaction(registry.services.db, async (trx) => {
      await notify(trx, published(collectiveId, registry.clock.now));
      throw new Error("undo");
    }),
    /undo/,
  );
  assert.deepEqual(await kinds({ cookie: ada.cookie }), before);
});

Deno.test("pages follow each other without gap or repeat, newest first, also within one instant", async () => {
  const { registry, eve, inbox, collectiveId } = await cast();
  await using _ = registry;
  for (let i = 0; i < 25; i++) {
    await notify(registry.services.db, {
      kind: "issue_commented",
      collectiveId,
      at: new Date(registry.clock.now.getTime() + Math.floor(i / 5) * 1000),
      issue: { number: i + 1, title: "Talk" },
      users: [eve.id],
    });
  }
  const seen: { id: string; createdAt: string }[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page = await inbox(
      { cookie: eve.cookie },
      `?limit=7${cursor === "" ? "" : `&cursor=${cursor}`}`,
    );
    assert.equal(page.unreadCount, 25);
    seen.push(...page.notifications);
    cursor = page.nextCursor;
  }
  assert.equal(seen.length, 25);
  assert.equal(new Set(seen.map((each) => each.id)).size, 25);
  const times = seen.map((each) => each.createdAt);
  assert.deepEqual(times, [...times].sort().reverse());
});

Deno.test("reading marks are a person's own: the collective's token and other members keep theirs", async () => {
  const { registry, ada, bob, collectiveId, inbox } = await cast();
  await using _ = registry;
  const bot = { bearer: (await token(registry, ada, "acme", ["notifications:*"])).key };
  await notify(registry.services.db, published(collectiveId, registry.clock.now));
  const first = (await inbox({ cookie: bob.cookie })).notifications
    .find((each: { kind: string }) => each.kind === "version_published");
  const mark = (credential: Credential, read: boolean) =>
    send(registry, `PATCH /api/v1/notifications/${first.id}`, { ...credential, body: { read } });
  const marked = await mark({ cookie: bob.cookie }, true);
  assert.equal(marked.status, 200);
  assert.ok(marked.body.notification.readAt);
  const unread = async (credential: Credential) =>
    (await inbox(credential, "?unread=true")).notifications.map((each: { id: string }) => each.id);
  assert.ok(!(await unread({ cookie: bob.cookie })).includes(first.id));
  assert.ok((await unread({ cookie: ada.cookie })).includes(first.id));
  assert.ok((await unread(bot)).includes(first.id));
  assert.equal((await mark({ cookie: bob.cookie }, false)).body.notification.readAt, null);
  const all = await send(registry, "POST /api/v1/notifications/read-all", bot);
  assert.ok(all.body.marked > 0);
  assert.equal((await inbox(bot)).unreadCount, 0);
  assert.ok((await unread({ cookie: ada.cookie })).includes(first.id));
});

Deno.test("a notification of others is absent to everybody else", async () => {
  const { registry, ada, eve, collectiveId, inbox } = await cast();
  await using _ = registry;
  await notify(registry.services.db, published(collectiveId, registry.clock.now));
  const [first] = (await inbox({ cookie: ada.cookie })).notifications;
  const answer = await send(registry, `PATCH /api/v1/notifications/${first.id}`, {
    cookie: eve.cookie,
    body: { read: true },
  });
  assert.equal(answer.status, 404);
});

Deno.test("a token that expires within a week is told to admins once, however often they look", async () => {
  const { registry, ada, bob, kinds } = await cast();
  await using _ = registry;
  const expiresAt = new Date(registry.clock.now.getTime() + 10 * 86_400_000).toISOString();
  await token(registry, ada, "acme", ["lab:read"], { expiresAt });
  const warnings = async (credential: Credential) =>
    (await kinds(credential)).filter((kind: string) => kind === "token_expiring").length;
  assert.equal(await warnings({ cookie: ada.cookie }), 0, "ten days are time enough");
  registry.clock.now = new Date(registry.clock.now.getTime() + 4 * 86_400_000);
  assert.equal(await warnings({ cookie: ada.cookie }), 1);
  assert.equal(await warnings({ cookie: ada.cookie }), 1);
  assert.equal(await warnings({ cookie: bob.cookie }), 0, "a plain member does not govern tokens");
});

Deno.test("the life of members and tokens reaches the admins and the person concerned", async () => {
  const { registry, ada, bob, kinds } = await cast();
  await using _ = registry;
  assert.ok((await kinds({ cookie: ada.cookie })).includes("member_joined"));
  assert.ok((await kinds({ cookie: bob.cookie })).includes("member_invited"));
  const { id } = await token(registry, ada, "acme", ["lab:read"]);
  await send(registry, `PATCH /api/v1/collectives/acme/api-tokens/${id}`, {
    cookie: ada.cookie,
    body: { enabled: false },
  });
  const told = await kinds({ cookie: ada.cookie });
  assert.ok(told.includes("token_created") && told.includes("token_revoked"), told.join());
  assert.ok(!(await kinds({ cookie: bob.cookie })).includes("token_created"));
  const member = await memberId(registry, ada, "acme", bob);
  await send(registry, `DELETE /api/v1/collectives/acme/members/${member}`, { cookie: ada.cookie });
  assert.ok((await kinds({ cookie: bob.cookie })).includes("member_removed"));
});

Deno.test("comments reach the author and all who commented; those on a security issue only who may see it", async () => {
  const { registry, ada, bob, eve, inbox, kinds } = await cast();
  await using _ = registry;
  const bot = { bearer: (await token(registry, ada, "acme", ["notifications:read"])).key };
  const { body } = await send(registry, "POST /api/v1/lab/issues", {
    cookie: eve.cookie,
    body: { title: "The secret hole", collective: "acme" },
  });
  const { number } = body.issue;
  const comment = (cookie: string) =>
    send(registry, `POST /api/v1/lab/issues/${number}/comments`, { cookie, body: { body: "hm" } });
  await comment(bob.cookie);
  const count = async (credential: Credential) =>
    (await kinds(credential)).filter((kind: string) => kind.startsWith("issue_")).length;
  assert.equal(await count({ cookie: eve.cookie }), 1);
  await send(registry, `PATCH /api/v1/lab/issues/${number}`, {
    cookie: eve.cookie,
    body: { type: "security" },
  });
  const before = await count({ cookie: bob.cookie });
  registry.clock.now = new Date(registry.clock.now.getTime() + 1000);
  await comment(ada.cookie);
  assert.equal(await count({ cookie: bob.cookie }), before, "bob may not see it any more");
  assert.equal(await count({ cookie: eve.cookie }), 2);
  const later = (await inbox(bot)).notifications[0];
  assert.equal(later.kind, "issue_commented");
  assert.ok(
    !later.title.includes("hole"),
    "a token's inbox does not tell what a security issue is",
  );
});

Deno.test("a hidden issue's title is not told to the collective's inbox, which any of its tokens may read", async () => {
  const { registry, ada, eve, inbox } = await cast();
  await using _ = registry;
  await send(registry, "PATCH /api/v1/collectives/acme", {
    cookie: ada.cookie,
    body: { hideIssuesByDefault: true },
  });
  const bot = { bearer: (await token(registry, ada, "acme", ["notifications:read"])).key };
  await send(registry, "POST /api/v1/lab/issues", {
    cookie: eve.cookie,
    body: { title: "Something embarrassing", collective: "acme" },
  });
  const told = (await inbox(bot)).notifications.find((each: { kind: string }) =>
    each.kind === "issue_opened"
  );
  assert.match(told.title, /^Issue #1 \(hidden\)/);
});
