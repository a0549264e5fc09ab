import assert from "node:assert/strict";
import { LIMITS } from "@svc/core/limit";
import type { Publisher } from "@svc/core/wire";
import { sweep } from "../../jobs.ts";
import { mailing, type MailingRegistry } from "../../testing/mail.ts";
import { published } from "../../testing/extensions/push.ts";
import { collective, join, memberId, send, signUp } from "../identity/testing.ts";
import { AUDIENCE, exchanged, FITTING, refusal, type Trusting, trusting } from "./testing.ts";

async function listed({ registry, ada }: Trusting): Promise<Publisher[]> {
  const { body } = await send(registry, "GET /api/v1/collectives/acme/publishers", {
    cookie: ada.cookie,
  });
  return body.publishers;
}

/** A world whose mails are read; ada has confirmed her address. */
async function mailed(): Promise<Trusting & { texts(): Promise<string[]> }> {
  const held: { mail?: MailingRegistry } = {};
  const world = await trusting("github", async (options) => {
    held.mail = await mailing(options);
    return held.mail.registry;
  });
  const { registry, ada } = world;
  await registry.services.db.updateTable("user").set({ emailVerified: 1 }).where("id", "=", ada.id)
    .execute();
  return {
    ...world,
    async texts() {
      await registry.work();
      return held.mail!.smtp.taken
        .filter(({ parsed }) => parsed.subject?.includes("trusted publisher"))
        .map(({ parsed }) => `${parsed.subject}\n${parsed.text}`);
    },
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await held.mail!.smtp[Symbol.asyncDispose]();
    },
  };
}

const actions = async ({ registry }: Trusting) =>
  (await registry.services.db.selectFrom("audit_event").select("action")
    .where("action", "like", "publish%").orderBy("at").execute()).map(({ action }) => action);

Deno.test("ids are learned from the first job that fits, shown, mailed and recorded", async () => {
  await using world = await mailed();
  await world.add();
  assert.equal((await listed(world))[0]!.ids, null);
  await exchanged(world);
  const [publisher] = await listed(world);
  assert.deepEqual(publisher!.ids, { owner: "65", repository: "74" });
  assert.equal(publisher!.lastRun, `${world.issuer.url}/acme/greeter/actions/runs/1728/attempts/1`);
  const texts = (await world.texts()).sort();
  assert.equal(texts.length, 3);
  assert.match(
    texts[0]!,
    /ada lets jobs of acme\/greeter \(GitHub Actions\)\s+publish @acme\/hello/,
  );
  assert.match(texts[1]!, /65\/74/);
  assert.match(texts[1]!, /settings\/publishers/);
  assert.match(texts[2]!, /No job before it had its environment\s+publish\./);
  assert.deepEqual((await actions(world)).sort(), ["publisher.added", "publisher.learned"]);
  await exchanged(world);
  assert.equal((await world.texts()).length, 3, "told once");
  // What stands in the inbox leads to the settings: the extension does not exist yet.
  const { body } = await send(world.registry, "GET /api/v1/notifications", world.ada);
  const told = body.notifications.filter(({ kind }: { kind: string }) => /^publisher/.test(kind));
  assert.deepEqual(
    told.map(({ kind, url }: { kind: string; url: string }) => [kind, new URL(url).pathname])
      .sort(),
    ["added", "learned", "unusual"].map((what) => [
      `publisher_${what}`,
      "/collectives/acme/settings/publishers",
    ]),
  );
});

Deno.test("a job whose actor, event or environment is new is mailed, once, and one that is asked for is not", async () => {
  await using world = await mailed();
  await world.add({ environment: "publish" });
  await exchanged(world);
  const texts = async () =>
    (await world.texts()).filter((text) => text.includes("in a new way"))
      .map((text) => /had its\s+(.*?)\.\s/s.exec(text)![1]!.replaceAll(/\s+/g, " "));
  assert.deepEqual(await texts(), [], "of a first job all is new");
  for (let n = 0; n < 2; n++) {
    await exchanged(world, await world.issuer.token(AUDIENCE, { actor: "mallory" }));
  }
  const event = { actor: "mallory", event_name: "schedule" };
  await exchanged(world, await world.issuer.token(AUDIENCE, event));
  await exchanged(world);
  assert.deepEqual(await texts(), ["actor mallory", "event schedule"]);
});

Deno.test("a resurrected repository or owner is not trusted: the publisher is disabled, and mailed", async () => {
  for (const ids of [{ repository_id: "99" }, { repository_owner_id: "99" }]) {
    await using world = await mailed();
    const { issuer } = world;
    await world.add();
    const key = await exchanged(world);
    const answer = await world.exchange(await issuer.token(AUDIENCE, ids));
    assert.deepEqual(refusal(answer), [403, "no_publisher"]);
    assert.match(answer.body.hint, /created again or taken over/);
    const [publisher] = await listed(world);
    assert.ok(publisher!.disabledAt !== null);
    assert.match(publisher!.disabledReason!, /99/);
    // Neither the one that was trusted nor its key goes on.
    assert.deepEqual(refusal(await world.exchange()), [403, "no_publisher"]);
    const used = await send(world.registry, "DELETE /api/v1/publishing/token", { bearer: key });
    assert.deepEqual(refusal(used), [401, "invalid_api_key"]);
    assert.match(
      (await world.texts()).join("\n"),
      /was disabled[^]*Another place has the name now/,
    );
    assert.ok((await actions(world)).includes("publisher.disabled"));
  }
});

Deno.test("a renamed repository waits until an admin accepts the name that was shown", async () => {
  await using world = await trusting();
  const { registry, issuer, ada } = world;
  await world.add();
  await exchanged(world);
  issuer.job = {
    repository: "acme/renamed",
    workflow_ref: "acme/renamed/.github/workflows/release.yml@refs/tags/v2026.11.23.1",
    job_workflow_ref: "acme/renamed/.github/workflows/release.yml@refs/tags/v2026.11.23.1",
  };
  const refused = await world.exchange();
  assert.deepEqual(refusal(refused), [403, "no_publisher"]);
  assert.match(refused.body.hint, /accept the new name/);
  const [publisher] = await listed(world);
  assert.deepEqual(publisher!.renamed, { repository: "acme/renamed" });
  assert.equal(publisher!.disabledAt, null);
  const confirm = (names: object) =>
    send(registry, `POST /api/v1/collectives/acme/publishers/${publisher!.id}/confirm`, {
      cookie: ada.cookie,
      body: { names },
    });
  // Another name than the one that was shown, as when it has changed again.
  assert.deepEqual(refusal(await confirm({ repository: "evil/renamed" })), [409, "conflict"]);
  assert.equal((await confirm({ repository: "acme/renamed" })).status, 200);
  assert.deepEqual(refusal(await confirm({ repository: "acme/renamed" })), [409, "conflict"]);
  await exchanged(world);
  issuer.job = {};
  // The former name is another place's to take, which is not trusted.
  const former = await issuer.token(AUDIENCE, { repository_id: "99", repository_owner_id: "98" });
  assert.deepEqual(refusal(await world.exchange(former)), [403, "no_publisher"]);
  assert.equal((await listed(world))[0]!.disabledAt, null);
});

Deno.test("refused jobs are in the log once an hour a publisher, without what they say", async () => {
  await using world = await trusting();
  const { registry, issuer } = world;
  await world.add({ environment: "publish" });
  const refused = async () => {
    const token = await issuer.token(AUDIENCE, { environment: "other" });
    assert.deepEqual(refusal(await world.exchange(token)), [403, "no_publisher"]);
    const events = await registry.services.db.selectFrom("audit_event").select("details")
      .where("action", "=", "publisher.refused").execute();
    return events.map(({ details }) => JSON.parse(details).claims);
  };
  assert.deepEqual(await refused(), ["environment"]);
  assert.deepEqual(await refused(), ["environment"]);
  registry.clock.now = new Date(registry.clock.now.getTime() + 3_600_000);
  assert.deepEqual(await refused(), ["environment", "environment"]);
});

Deno.test("a publisher that nobody uses is warned of on day 25 and ends on day 30", async () => {
  await using world = await mailed();
  const { registry } = world;
  await world.add();
  await world.add({ extension: "@acme/used" });
  await registry.services.db.updateTable("publisher").set({ last_used_at: "2026" })
    .where("extension_name", "=", "@acme/used").execute();
  const start = registry.clock.now.getTime();
  const after = async (days: number) => {
    registry.clock.now = new Date(start + days * 86_400_000);
    await sweep(registry.services);
    await sweep(registry.services);
    const left = await registry.services.db.selectFrom("publisher").select("extension_name")
      .orderBy("extension_name").execute();
    const warned = (await world.texts()).filter((text) => /is about to end/.test(text));
    return [left.map((row) => row.extension_name), warned.length];
  };
  assert.deepEqual(await after(24.9), [["@acme/hello", "@acme/used"], 0]);
  assert.deepEqual(await after(25), [["@acme/hello", "@acme/used"], 1]);
  assert.deepEqual(await after(29.9), [["@acme/hello", "@acme/used"], 1]);
  assert.deepEqual(await after(30), [["@acme/used"], 1]);
  assert.ok((await actions(world)).includes("publisher.expired"));
});

Deno.test("a collective has at most 20 publishers that were never used", async () => {
  await using world = await trusting();
  for (let count = 0; count < LIMITS.unusedPublishers; count++) {
    assert.equal((await world.add({ extension: `@acme/x${count}` })).status, 201);
  }
  assert.deepEqual(refusal(await world.add()), [400, "rule_refused"]);
  await world.registry.services.db.updateTable("publisher").set({ last_used_at: "2026" })
    .where("extension_name", "=", "@acme/x0").execute();
  assert.equal((await world.add()).status, 201);
});

/** Publishers that are refused, and the field that is said to be wrong. */
const WRONG: readonly [string, object, string][] = [
  ["another collective's extension", { extension: "@other/hello" }, "extension"],
  ["no name of a repository", { names: {} }, "names.repository"],
  [
    "a name of something else",
    { names: { repository: "acme/x", project: "acme/x" } },
    "names.project",
  ],
  ["a repository with a ref", { names: { repository: "acme/x@main" } }, "names.repository"],
  ["a pattern as repository", { names: { repository: "acme/*" } }, "names.repository"],
  ["no workflow", { workflow: undefined }, "workflow"],
  ["a workflow with an @", { workflow: "a@b.yml" }, "workflow"],
  ["a workflow elsewhere", { workflow: "../release.yml" }, "workflow"],
  ["a ref rule that is none", { refRule: "tags/*" }, "refRule"],
  ["a branch with a version", { refRule: "branch:v{version}" }, "refRule"],
  ["two versions in a tag", { refRule: "tag:{version}-{version}" }, "refRule"],
  ["an issuer that nobody trusts", { issuer: "https://evil.test" }, "issuer"],
  ["steps that are no workflow", { reusable: "acme/x" }, "reusable"],
  ["an id that is none", { ids: { owner: "acme", repository: "74" } }, "ids.owner"],
  ["one id of two", { ids: { owner: "65" } }, "ids.repository"],
];

for (const [what, more, path] of WRONG) {
  Deno.test(`a publisher is refused: ${what}`, async () => {
    await using world = await trusting();
    const answer = await world.add(more);
    assert.deepEqual(refusal(answer), [400, "validation_failed"], JSON.stringify(answer.body));
    const paths = answer.body.details.map((detail: { path: string }) => detail.path);
    assert.ok(paths.includes(path), `${path} in ${paths}`);
  });
}

Deno.test("a publisher of another issuer names what never changes hands, and nothing that proves nothing", async () => {
  await using world = await trusting("oidc");
  for (
    const more of [
      { ids: undefined },
      { ids: {} },
      { ids: { a: "1", b: "2" } },
      { names: { aud: AUDIENCE } },
      { names: { iss: "x" } },
      { names: Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`c${at}`, "x"])) },
      { workflow: "x" },
    ]
  ) {
    assert.deepEqual(
      refusal(await world.add(more as object)),
      [400, "validation_failed"],
      JSON.stringify(more),
    );
  }
});

Deno.test("a built-in issuer that the operator switched off is trusted by no publisher", async () => {
  await using world = await trusting("github", undefined, {
    environment: { SVC_OIDC_ISSUERS: "gitlab=off,buildkite=off" },
  });
  const added = await world.add({ ...FITTING.gitlab });
  assert.deepEqual(refusal(added), [400, "validation_failed"]);
  assert.equal((await world.add()).status, 201);
  const { body } = await send(world.registry, "GET /api/v1/collectives/acme/publishers", {
    cookie: world.ada.cookie,
  });
  assert.equal(body.publishers[0].issuer, "https://token.actions.githubusercontent.com");
});

Deno.test("a publisher is its collective's alone", async () => {
  await using world = await trusting();
  const { registry } = world;
  const { body: { publisher } } = await world.add();
  const eve = await signUp(registry, "eve");
  await collective(registry, eve, "evil");
  const path = `/api/v1/collectives/evil/publishers/${publisher.id}`;
  for (
    const answer of [
      await send(registry, `DELETE ${path}`, { cookie: eve.cookie }),
      await send(registry, `POST ${path}/confirm`, { cookie: eve.cookie, body: { names: {} } }),
    ]
  ) {
    assert.deepEqual(refusal(answer), [404, "not_found"]);
  }
  assert.equal((await listed(world)).length, 1);
});

Deno.test("a transfer disables the publishers of the extension", async () => {
  await using world = await trusting();
  const { registry, ada } = world;
  await collective(registry, ada, "other");
  await world.add();
  await world.add({ extension: "@acme/stays" });
  const key = await exchanged(world);
  await published(registry, key);
  const offered = await send(registry, "POST /api/v1/extensions/%40acme%2Fhello/transfer", {
    cookie: ada.cookie,
    body: { to: "other" },
  });
  assert.equal(offered.status, 200, JSON.stringify(offered.body));
  const accepted = await send(registry, "POST /api/v1/collectives/other/transfers/accept", {
    cookie: ada.cookie,
    body: { extension: "@acme/hello" },
  });
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body));
  const state = (await listed(world)).map((
    { extension, disabledAt },
  ) => [extension, disabledAt !== null]);
  assert.deepEqual(state, [["@acme/hello", true], ["@acme/stays", false]]);
  const { body } = await world.exchange(await world.issuer.token(AUDIENCE));
  assert.deepEqual(body.extensions, ["@acme/stays"]);
});

Deno.test("who is removed leaves publishers that are listed; who deletes their account leaves no name", async () => {
  await using world = await trusting();
  const { registry, ada } = world;
  const bob = await signUp(registry, "bob");
  await join(registry, ada, "acme", bob, "admin");
  const added = await send(registry, "POST /api/v1/collectives/acme/publishers", {
    cookie: bob.cookie,
    body: { extension: "@acme/bobs", ...FITTING.github },
  });
  assert.equal(added.status, 201);
  const own = await send(registry, "POST /api/v1/collectives/bob/publishers", {
    cookie: bob.cookie,
    body: { extension: "@bob/tool", ...FITTING.github },
  });
  assert.equal(own.status, 201, JSON.stringify(own.body));
  const id = await memberId(registry, ada, "acme", bob);
  const removed = await send(registry, `DELETE /api/v1/collectives/acme/members/${id}`, {
    cookie: ada.cookie,
  });
  assert.deepEqual(removed.body.publishersAdded, [
    { id: added.body.publisher.id, extension: "@acme/bobs" },
  ]);
  assert.equal((await listed(world))[0]!.createdBy, "bob");
  const gone = await registry.request("/account/data/delete", {
    method: "POST",
    headers: { cookie: bob.cookie, origin: AUDIENCE },
    body: new URLSearchParams({ confirm: "bob", password: bob.password }),
  });
  await gone.body?.cancel();
  assert.equal(gone.status, 200);
  assert.equal((await listed(world))[0]!.createdBy, null);
  const left = await registry.services.db.selectFrom("publisher").select("extension_name")
    .execute();
  assert.deepEqual(left.map((row) => row.extension_name), ["@acme/bobs"]);
});

Deno.test("the deletion of a collective ends its publishers and the keys of their jobs", async () => {
  await using world = await trusting();
  const { registry, ada } = world;
  await world.add();
  const key = await exchanged(world);
  const deleted = await send(registry, "POST /api/v1/collectives/acme/delete", {
    cookie: ada.cookie,
  });
  assert.equal(deleted.status, 200);
  const used = await send(registry, "DELETE /api/v1/publishing/token", { bearer: key });
  assert.deepEqual(refusal(used), [401, "invalid_api_key"]);
  assert.deepEqual(refusal(await world.exchange(await world.issuer.token(AUDIENCE))), [
    403,
    "no_publisher",
  ]);
});

Deno.test("a key of a CI job that leaked is revoked by whoever found it", async () => {
  await using world = await trusting();
  await world.add();
  const key = await exchanged(world);
  const reported = await send(world.registry, "POST /api/v1/leaks", { body: [{ token: key }] });
  assert.equal(reported.status, 202);
  const used = await send(world.registry, "DELETE /api/v1/publishing/token", { bearer: key });
  assert.deepEqual(refusal(used), [401, "invalid_api_key"]);
});

Deno.test("owners read who changed whom they trust, and which run published", async () => {
  await using world = await trusting();
  const { registry, ada, issuer } = world;
  // Events of one moment have no order: here each moment is another.
  let at = registry.clock.now.getTime();
  Object.defineProperty(registry.clock, "now", { get: () => new Date(at++) });
  const { body: { publisher } } = await world.add();
  const path = `/api/v1/collectives/acme/publishers/${publisher.id}`;
  const key = await exchanged(world);
  await published(registry, key);
  await world.exchange(await issuer.token(AUDIENCE, { repository: "acme/new" }));
  const asAda = (line: string, body?: object) =>
    send(registry, line, { cookie: ada.cookie, ...(body ? { body } : {}) });
  await asAda(`POST ${path}/confirm`, { names: { repository: "acme/new" } });
  await asAda("PUT /api/v1/collectives/acme/publishing", { publishing: "trusted" });
  await asAda(`DELETE ${path}`);
  const { body } = await asAda("GET /api/v1/collectives/acme/audit?limit=200");
  const told = body.events.toReversed().filter(({ action }: { action: string }) =>
    /^publish/.test(action)
  );
  const run = `${issuer.url}/acme/greeter/actions/runs/1728/attempts/1`;
  const of = { extension: "@acme/hello", publisher: publisher.id };
  const place = "acme/greeter (GitHub Actions)";
  assert.deepEqual(
    told.map((event: Record<string, unknown>) => [
      event.action,
      (event.by as { credential: string; username: string | null }).username ??
        (event.by as { credential: string }).credential,
      event.details,
    ]),
    [
      ["publisher.added", "ada", { ...of, place }],
      ["publisher.learned", "registry", { ...of, place, ids: "65/74", run }],
      ["published", "publishToken", {
        version: "2026.01.02.1",
        channel: "stable",
        checksum: told[2].details.checksum,
        issuer: issuer.issuer,
        run,
        publisher: publisher.id,
      }],
      ["publisher.refused", "registry", {
        ...of,
        run: run.replace("greeter", "new"),
        claims: "name",
      }],
      ["publisher.confirmed", "ada", { ...of, from: "acme/greeter", to: "acme/new" }],
      ["publishing.changed", "ada", { from: "any", to: "trusted" }],
      ["publisher.removed", "ada", { ...of, place: place.replace("greeter", "new") }],
    ],
  );
});
