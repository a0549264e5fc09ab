import assert from "node:assert/strict";
import { collective, join, type Person, send, signUp, token } from "../identity/testing.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";

type Caller = { cookie?: string; bearer?: string };

interface Cast {
  registry: TestRegistry;
  callers: Record<string, Caller>;
  owner: Person;
  member: Person;
  outsider: Person;
}

/** One collective with everybody who may look at its issues. */
async function cast(settings: Record<string, boolean> = {}): Promise<Cast> {
  const registry = await testRegistry({ environment: { SVC_ADMINS: "root-admin" } });
  const owner = await signUp(registry, "owner-1");
  const admin = await signUp(registry, "adam-1");
  const member = await signUp(registry, "member-1");
  const outsider = await signUp(registry, "outsider-1");
  const siteAdmin = await signUp(registry, "root-admin");
  const author = await signUp(registry, "author-1");
  await collective(registry, owner, "acme");
  await collective(registry, outsider, "other");
  await join(registry, owner, "acme", admin, "admin");
  await join(registry, owner, "acme", member, "member");
  await join(registry, owner, "acme", author, "member");
  if (Object.keys(settings).length > 0) {
    const patched = await send(registry, "PATCH /api/v1/collectives/acme", {
      cookie: owner.cookie,
      body: settings,
    });
    assert.equal(patched.status, 200, JSON.stringify(patched.body));
  }
  const bearer = async (by: Person, slug: string, scopes: string[]) => ({
    bearer: (await token(registry, by, slug, scopes)).key,
  });
  const callers = {
    anonymous: {},
    outsider: { cookie: outsider.cookie },
    member: { cookie: member.cookie },
    admin: { cookie: admin.cookie },
    owner: { cookie: owner.cookie },
    siteAdmin: { cookie: siteAdmin.cookie },
    author: { cookie: author.cookie },
    readToken: await bearer(owner, "acme", ["lab:read"]),
    writeToken: await bearer(owner, "acme", ["lab:*"]),
    otherToken: await bearer(outsider, "other", ["lab:*"]),
    unscopedToken: await bearer(owner, "acme", ["feed:write"]),
  };
  return { registry, callers, owner, member, outsider };
}

/** Who is expected to see an issue of each kind, transcribed from the rules by hand. */
const EVERYBODY = [
  "anonymous",
  "outsider",
  "member",
  "admin",
  "owner",
  "siteAdmin",
  "author",
  "readToken",
  "writeToken",
  "otherToken",
  "unscopedToken",
];
const CASES: readonly {
  rule: string;
  settings?: Record<string, boolean>;
  issue: Record<string, unknown>;
  seen: readonly string[];
}[] = [
  {
    rule: "an open issue of a public collective is everybody's to read",
    issue: { type: "bug" },
    seen: EVERYBODY,
  },
  {
    rule: "a security issue is seen by its author and admins only",
    issue: { type: "security" },
    seen: ["admin", "owner", "siteAdmin", "author"],
  },
  {
    rule: "an issue hidden by default is seen by its author, admins and those who manage issues",
    settings: { hideIssuesByDefault: true },
    issue: { type: "bug" },
    seen: ["admin", "owner", "siteAdmin", "author", "writeToken"],
  },
  {
    rule: "an issue of a private collective is seen by its members and its token",
    settings: { private: true },
    issue: { type: "bug" },
    seen: ["member", "admin", "owner", "siteAdmin", "author", "readToken", "writeToken"],
  },
  {
    rule: "a security issue of a private collective is seen by its author and admins only",
    settings: { private: true },
    issue: { type: "security" },
    seen: ["admin", "owner", "siteAdmin", "author"],
  },
];

for (const { rule, settings, issue, seen } of CASES) {
  Deno.test(`${rule}; to all others it is the same 404 as none`, async () => {
    const { registry, callers } = await cast(settings);
    await using _ = registry;
    const made = await send(registry, "POST /api/v1/lab/issues", {
      ...callers.author,
      body: { source: "svc", title: "It breaks", body: "Here", collective: "acme", ...issue },
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { number } = made.body.issue;
    for (const name of EVERYBODY) {
      const caller = callers[name]!;
      const got = await send(registry, `GET /api/v1/lab/issues/${number}`, caller);
      const absent = await send(registry, `GET /api/v1/lab/issues/${number + 1000}`, caller);
      const listed = await send(registry, "GET /api/v1/lab/issues", caller);
      const sees = seen.includes(name);
      assert.equal(got.status, sees ? 200 : 404, `${name} reads it`);
      if (!sees) assert.deepEqual(got.body, absent.body, `${name}: hidden and absent are alike`);
      assert.equal(listed.body.total, sees ? 1 : 0, `${name} lists it`);
      assert.equal(listed.body.issues.length, sees ? 1 : 0, `${name} lists it`);
      const found = await send(registry, "GET /api/v1/lab/issues?q=breaks", caller);
      assert.equal(found.body.total, sees ? 1 : 0, `${name} finds it`);
    }
  });
}

Deno.test("writing to an issue that may not be seen answers 404 like none, whatever is written", async () => {
  const { registry, callers } = await cast();
  await using _ = registry;
  const { body } = await send(registry, "POST /api/v1/lab/issues", {
    ...callers.author,
    body: { type: "security", title: "Hole", body: "", collective: "acme" },
  });
  const { number } = body.issue;
  for (const name of ["outsider", "member", "writeToken", "otherToken"]) {
    for (
      const [line, content] of [
        [`PATCH /api/v1/lab/issues/${number}`, { status: "closed" }],
        [`POST /api/v1/lab/issues/${number}/comments`, { body: "hello" }],
        [`POST /api/v1/lab/issues/${number}/lifecycle`, { step: "shipped", summary: "done" }],
      ] as const
    ) {
      const answer = await send(registry, line, { ...callers[name], body: content });
      assert.equal(answer.status, 404, `${name} ${line}`);
    }
  }
});

Deno.test("a token without the scope cannot write, and the refusal has the single field error (spec 7.1)", async () => {
  const { registry, callers } = await cast();
  await using _ = registry;
  const answer = await send(registry, "POST /api/v1/lab/issues", {
    ...callers.readToken,
    body: { title: "x" },
  });
  assert.equal(answer.status, 403);
  assert.deepEqual(Object.keys(answer.body), ["error"]);
  assert.match(answer.body.error, /requires the lab:write scope/);
});

Deno.test("an issue about a private collective cannot be opened by those who may not know of it", async () => {
  const { registry, callers } = await cast({ private: true });
  await using _ = registry;
  const about = (slug: string) =>
    send(registry, "POST /api/v1/lab/issues", {
      ...callers.outsider,
      body: { title: "x", collective: slug },
    });
  const hidden = await about("acme");
  const absent = await about("acne");
  assert.equal(hidden.status, 404);
  assert.equal(absent.status, 404);
  assert.equal(hidden.body.error.replace("acme", "acne"), absent.body.error);
});
