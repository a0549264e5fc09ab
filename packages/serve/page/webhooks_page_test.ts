import assert from "node:assert/strict";
import { createDefinition } from "@svc/runtime/definitions";
import { GREET, modelText } from "../../runtime/testing/extension.ts";
import { greeterRepository } from "../../runtime/testing/repository.ts";
import { openServeState } from "../open.ts";
import { githubDelivery } from "../testing/deliveries.ts";
import { addWebhook, newHookSecret, removeWebhook } from "../webhooks/mod.ts";
import { servedSite } from "./testing/site.ts";

const HIDDEN = "plans-q7";

Deno.test("webhooks: a visitor sees those of their behaviors, with the outcome of each delivery, and no secret", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  await greeter.greet();
  await createDefinition(greeter.repository, { type: "@acme/greeter", name: HIDDEN });
  await using site = await servedSite(greeter.repository);
  using state = await openServeState(greeter.repository);
  const secret = newHookSecret("github");
  const add = (name: string, behavior: string) =>
    addWebhook(state, {
      ...{ name, behavior, method: "greet", inputs: {}, settings: {}, scheme: "github", secret },
      ...{ mapping: { values: { name: "body.name" } }, maxBytes: 1000, by: "ada" },
    }, new Date());
  add("deploy", "hello");
  add("other", HIDDEN);
  const send = async (body: string, key = secret) => {
    const { headers } = githubDelivery("deploy", body, { secret: key });
    const response = await fetch(`${site.url}/hooks/deploy`, { method: "POST", headers, body });
    return await response.json() as { run: string };
  };
  const { run } = await send('{"name": "Ada"}');
  await send('{"name": "Ada"}', newHookSecret("github"));
  await send('{"name": "not a text');
  const visitor = site.visitor();
  await visitor.signIn(site.token("guest", { read: ["hello"] }));
  const { html } = await visitor.get("/webhooks");
  assert.ok(html.includes(`${site.url}/hooks/deploy`));
  assert.ok(html.includes(`<a href="/runs/${run}">started a run</a>`), html);
  assert.match(html, /refused<\/span>: The signature does not fit the secret/);
  assert.match(html, /refused<\/span>: malformed_body/);
  assert.doesNotMatch(html, /not a text|plans-q7|hooks\/other/);
  assert.ok(!html.includes(secret));

  const asked = async (as: string, path = "") => {
    const headers = { authorization: `Bearer ${as}` };
    const response = await fetch(`${site.url}/api/v1/webhooks${path}`, { headers });
    const text = await response.text();
    assert.ok(!text.includes(secret) && !text.includes("not a text"), text);
    return { status: response.status, ...JSON.parse(text) };
  };
  const guest = site.token("reader", { read: ["hello"] });
  const { webhooks } = await asked(guest);
  assert.deepEqual(webhooks.map((one: { name: string }) => one.name), ["deploy"]);
  const { deliveries } = await asked(guest, "/deploy/deliveries");
  assert.deepEqual(
    deliveries.map(({ at: _, ...one }: { at: string }) => one),
    [
      { outcome: "refused", run: null, reason: "malformed_body" },
      { outcome: "refused", run: null, reason: "The signature does not fit the secret" },
      { outcome: "started", run, reason: null },
    ],
  );
  const { status, hint } = await asked(guest, "/deploi/deliveries");
  assert.deepEqual([status, hint], [404, "Did you mean 'deploy'?"]);
  const [hidden, none] = [
    await asked(guest, "/other/deliveries"),
    await asked(guest, "/othes/deliveries"),
  ];
  assert.deepEqual(hidden, none);

  removeWebhook(state, "deploy");
  await visitor.signIn(site.token("planner", { read: [HIDDEN] }));
  add("deploy", HIDDEN);
  const later = (await visitor.get("/webhooks")).html;
  assert.match(later, /hooks\/deploy/);
  assert.doesNotMatch(later, /started a run|refused/, "those of another webhook of that name");
});
