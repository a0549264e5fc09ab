import assert from "node:assert/strict";
import { GREET, modelText } from "../../runtime/testing/extension.ts";
import { greeterRepository } from "../../runtime/testing/repository.ts";
import { formGreeter, SECRET } from "./testing/form_greeter.ts";
import { servedSite } from "./testing/site.ts";

const PATH = "/behaviors/hello/methods/greet";

const onceIn = (html: string) => /name="once" value="([^"]+)"/.exec(html)?.[1] ?? "";

Deno.test("pages: a run shows its inputs and what it wrote, and is run again with the same or other inputs", async () => {
  await using greeter = await formGreeter();
  await using site = await servedSite(greeter.repository);
  const token = site.token("ada", { allow: ["hello"] });
  const [ada, reader] = [site.visitor(), site.visitor()];
  await ada.signIn(token);
  await reader.signIn(site.token("reads", { read: ["hello"] }));
  const start = async (fields: Record<string, string>) => {
    const { location } = await ada.post(PATH, fields);
    const run = location!.slice("/runs/".length);
    await site.ended(token, run);
    return run;
  };
  const given = { "input:name": `<i>Ada`, "input:token": SECRET, "input:tags": "- a\n- b" };

  // With a secret: what was typed is shown, and it is typed in again.
  const first = await start(given);
  const page = (await ada.get(`/runs/${first}`)).html;
  assert.match(page, /<dt>name<\/dt>\s*<dd>&lt;i&gt;Ada<\/dd>/);
  assert.match(page, /<dt>token<\/dt>\s*<dd>\*\*\*<\/dd>/);
  assert.match(page, /<dt>Started by<\/dt>\s*<dd>token:ada<\/dd>/);
  assert.match(page, /<dt>From<\/dt>\s*<dd>a page, with the token ada</);
  assert.doesNotMatch(page, /Run again/);
  const form = (await ada.get(`${PATH}?from=${first}`)).html;
  assert.match(form, /value="&lt;i&gt;Ada"/);
  assert.match(form, /<textarea[^>]*>\n- a\n- b\n<\/textarea>/);
  assert.match(form, /Type in again what is empty/);
  const refused = await ada.post(`/runs/${first}/retry`, {});
  assert.equal(refused.status, 409);
  assert.ok(refused.html.includes(`href="/runs/${first}"`), "the way back");
  for (const html of [page, form]) assert.ok(!html.includes(SECRET) && !html.includes("<i>"));

  // What it wrote, against the version before.
  const place = "/behaviors/hello/data/main";
  const [, version] = new RegExp(`href="${place}\\?version=(\\d+)"`).exec(page)!;
  assert.match(page, new RegExp(`href="${place}/changes\\?version=${version}"`));
  const changes = (await ada.get(`${place}/changes?version=${version}`)).html;
  assert.match(changes, /<del>-\s+&quot;text&quot;: .*consent/);
  assert.match(changes, /<ins>\+\s+&quot;text&quot;: .*&lt;i&gt;Ada/);
  assert.match((await ada.get(`${place}/changes?version=1`)).html, /first one that is kept/);
  assert.equal((await ada.get(`${place}/changes?version=99`)).status, 404);
  assert.match((await ada.get(`${place}?version=1`)).html, /consent/);

  // A failed run keeps its inputs as well; who only reads sees them and no buttons.
  const failed = await start({ ...given, "input:mode": '"fail"' });
  const seen = (await reader.get(`/runs/${failed}`)).html;
  assert.match(seen, /<dd>fail<\/dd>/);
  assert.match(seen, /asked to fail/);
  assert.doesNotMatch(seen, /Run again|Change inputs/);
  assert.match((await ada.get(`${PATH}?from=${failed}`)).html, /selected[^>]*>fail</);
  // A run of something else, or none, fills in nothing.
  const none = (await ada.get(`${PATH}?from=0198f000-0000-7000-8000-000000000001`)).html;
  assert.doesNotMatch(none, /Ada/);
});

Deno.test("pages: a run without secrets is run again by a button, once for each time it is shown", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  await greeter.greet({ name: "consent" });
  await using site = await servedSite(greeter.repository);
  const token = site.token("ada", { allow: ["hello"] });
  const ada = site.visitor();
  await ada.signIn(token);
  const first = await site.start(token, { name: "Ada" });
  await site.ended(token, first);
  const { html } = await ada.get(`/runs/${first}`);
  assert.match(html, /Run again/);
  const once = onceIn(html);
  const again = (await ada.post(`/runs/${first}/retry`, { once })).location!;
  assert.notEqual(again, `/runs/${first}`);
  assert.equal((await ada.post(`/runs/${first}/retry`, { once })).location, again);
  await site.ended(token, again.slice("/runs/".length));
  assert.match((await ada.get(again)).html, /<dt>name<\/dt>\s*<dd>Ada<\/dd>/);
  // An expression is a text of who sent it, and is not sent again as one of somebody else.
  const odd = await site.start(token, { name: "${{ env.HOME }}" });
  await site.ended(token, odd);
  assert.doesNotMatch((await ada.get(`/runs/${odd}`)).html, /Run again/);
});
