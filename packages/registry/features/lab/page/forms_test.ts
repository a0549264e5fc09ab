import assert from "node:assert/strict";
import { collective, join, send, signUp } from "../../identity/testing.ts";
import { type TestRegistry, testRegistry } from "../../../testing.ts";

/** acme with its owner ada and its member bob; eve belongs to nothing. */
async function world() {
  const registry = await testRegistry();
  const people = {
    ada: await signUp(registry, "ada"),
    bob: await signUp(registry, "bob"),
    eve: await signUp(registry, "eve"),
  };
  await collective(registry, people.ada, "acme");
  await join(registry, people.ada, "acme", people.bob);
  return { registry, ...people, [Symbol.asyncDispose]: () => registry[Symbol.asyncDispose]() };
}

async function visit(
  registry: TestRegistry,
  cookie: string | undefined,
  path: string,
  form?: string[][],
) {
  const response = await registry.request(path, {
    method: form === undefined ? "GET" : "POST",
    redirect: "manual",
    headers: {
      accept: "text/html",
      origin: "http://registry.test",
      ...(cookie === undefined ? {} : { cookie }),
    },
    ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
  });
  return {
    status: response.status,
    html: await response.text(),
    location: response.headers.get("location"),
  };
}

const issue = (about: string, title: string, type = "bug") => [
  ["about", about],
  ["type", type],
  ["title", title],
  ["body", "It **fails**."],
];

Deno.test("an issue is opened from the page about a collective; what is refused is told at its field", async () => {
  await using scene = await world();
  const { registry, bob } = scene;
  const asked = await visit(registry, undefined, "/lab/new?collective=acme");
  assert.equal(asked.location, "/sign-in?return_to=%2Flab%2Fnew%3Fcollective%3Dacme");
  const form = await visit(registry, bob.cookie, "/lab/new?collective=acme&title=%22%3E%3Cb%3E");
  assert.match(form.html, /name="about"[^>]*value="@acme"/);
  assert.ok(form.html.includes('value="&quot;&gt;&lt;b&gt;"'), "a title of the address is text");
  const made = await visit(registry, bob.cookie, "/lab/new", issue("@acme", "Slow"));
  assert.equal(made.location, "/lab/1");
  const shown = await visit(registry, undefined, "/lab/1");
  assert.match(shown.html, /about <a href="\/collectives\/acme">@acme<\/a>/);
  assert.match(shown.html, /<strong>fails<\/strong>/);
  for (
    const [fields, error] of [
      [issue("@nowhere", "Slow"), /field-about-error">There is no collective/],
      [issue("@acme/none", "Slow"), /field-about-error">There is no extension/],
      [issue("", " "), /field-title-error">/],
      [issue("", "t".repeat(201)), /field-title-error">/],
      [issue("", "Slow", "party"), /role="alert"/],
    ] as const
  ) {
    const { status, html } = await visit(registry, bob.cookie, "/lab/new", fields as string[][]);
    assert.ok(status === 400 || status === 404);
    assert.match(html, error);
    assert.match(html, /It \*\*fails\*\*\./, "what was typed stays");
  }
});

Deno.test("status and assignees are changed by author and admins alone, and only where they differ", async () => {
  await using scene = await world();
  const { registry, ada, bob, eve } = scene;
  await visit(registry, eve.cookie, "/lab/new", issue("@acme", "Slow"));
  const change = (cookie: string, fields: string[][]) =>
    visit(registry, cookie, "/lab/1/change", fields);
  const read = async () => (await send(registry, "GET /api/v1/lab/issues/1")).body.issue;
  for (
    const [cookie, sees] of [[ada.cookie, true], [eve.cookie, true], [bob.cookie, false]] as const
  ) {
    const { html } = await visit(registry, cookie, "/lab/1");
    assert.equal(html.includes("/lab/1/change"), sees);
  }
  assert.doesNotMatch((await visit(registry, eve.cookie, "/lab/1")).html, /name="hidden"/);
  assert.equal(
    (await change(bob.cookie, [["was-status", "open"], ["status", "closed"]])).status,
    403,
  );
  const both = [["assignee", ada.id], ["assignee", bob.id]];
  assert.equal(
    (await change(ada.cookie, [["was-status", "open"], ["status", "triaged"], ...both])).status,
    303,
  );
  const { status, assignees } = await read();
  assert.deepEqual([status, assignees.map((one: { username: string }) => one.username)], [
    "triaged",
    ["ada", "bob"],
  ]);
  // Eve's page is older: it showed "open". She closes nothing that she did not mean to.
  await change(eve.cookie, [["was-status", "open"], ["status", "open"], ["was-type", "bug"], [
    "type",
    "feature",
  ]]);
  const after = await read();
  assert.deepEqual([after.status, after.type, after.assignees.length], ["triaged", "feature", 2]);
  const stranger = await change(ada.cookie, [["assignee", eve.id]]);
  assert.equal(stranger.status, 400);
  assert.match(stranger.html, /role="alert"/);
});

Deno.test("lists are narrowed by thing, state, type, assignee and words, to what the visitor may see", async () => {
  await using scene = await world();
  const { registry, ada, bob } = scene;
  await visit(registry, bob.cookie, "/lab/new", issue("@acme", "First"));
  await visit(registry, bob.cookie, "/lab/new", issue("@acme", "Second", "feature"));
  await visit(registry, bob.cookie, "/lab/new", issue("", "Third"));
  await visit(registry, bob.cookie, "/lab/new", issue("@acme", "Fourth", "security"));
  await visit(registry, ada.cookie, "/lab/2/change", [
    ["was-status", "open"],
    ["status", "shipped"],
    ["assignee", ada.id],
  ]);
  const titles = async (query: string, cookie?: string) =>
    [...(await visit(registry, cookie, `/lab${query}`)).html
      .matchAll(/<a href="\/lab\/\d+">([^<]+)/g)].map((match) => match[1]);
  assert.deepEqual(await titles(""), ["Third", "First"]);
  assert.deepEqual(await titles("?collective=acme"), ["First"]);
  assert.deepEqual(await titles("?collective=acme", ada.cookie), ["Fourth", "First"]);
  assert.deepEqual(await titles("?collective=acme&state=closed"), ["Second"]);
  assert.deepEqual(await titles("?collective=acme&state=all&type=feature"), ["Second"]);
  assert.deepEqual(await titles("?state=all&assignee=ada"), ["Second"]);
  assert.deepEqual(await titles("?state=all&q=second"), ["Second"]);
  assert.deepEqual(await titles("?extension=@acme/none"), []);
  assert.deepEqual(
    await titles("?collective=nowhere&state=nonsense&type=nonsense&page=nonsense"),
    [],
  );
});
