import { equal, match, ok } from "node:assert/strict";
import type { TestRegistry } from "../../../testing.ts";
import { push } from "../../../testing/extensions/push.ts";
import { decide, ORIGIN, read, setRule, staged, stagingWorld } from "../testing.ts";

type Who = { cookie: string };

async function get(registry: TestRegistry, { cookie }: Who, path: string) {
  const response = await registry.request(path, { headers: { cookie, accept: "text/html" } });
  return { status: response.status, html: await response.text() };
}

async function post(registry: TestRegistry, { cookie }: Who, path: string, fields: object) {
  const response = await registry.request(path, {
    method: "POST",
    headers: { cookie, origin: ORIGIN, accept: "text/html" },
    body: new URLSearchParams(fields as Record<string, string>),
  });
  const html = await response.text();
  return { status: response.status, html, location: response.headers.get("location") };
}

/** The question for a passkey in a page, with the fields that go with it. */
function questionIn(html: string) {
  const options = /data-options="([^"]+)"/.exec(html)![1]!.replaceAll("&quot;", '"');
  const challengeId = /name="challengeId" value="([^"]+)"/.exec(html)![1]!;
  return { options: JSON.parse(options), challengeId };
}

Deno.test("the page shows what changed before the button, and a passkey approves from it", async () => {
  await using world = await stagingWorld();
  const { registry, people: { olga, adam, mary } } = world;
  equal((await push(registry, mary.key)).status, 200);
  await setRule(registry, olga, { count: 1, notSelf: true });
  const row = await staged(registry, mary.key, {
    version: "2026.01.02.2",
    source: "/** Says hello. @module */\nexport const greeting: string = 'hallo';\n",
    readme: "# Short",
    files: { "files/extra.md": "More.\n" },
    manifest: { additionalFiles: ["README.md", "LICENSE", "extra.md"] },
  });
  const path = `/staged/${row.id}`;
  const { status, html } = await get(registry, adam, path);
  equal(status, 200);
  match(html, /Compared with 2026\.01\.02\.1/);
  match(html, /models\/hello\.ts/);
  match(html, /<ins>\+.*hallo/);
  match(html, /Lost: /, "the README is not substantive any more");
  match(html, /0 of 1 approval/);
  ok(html.indexOf("hallo") < html.indexOf(">Approve"), "the button is below what it is about");
  const one = await get(registry, adam, `${path}?file=models%2Fhello.ts`);
  match(one.html, /One file\./);
  ok(!one.html.includes(">Approve"), "who sees one file does not decide");

  const asked = await post(registry, adam, path, { ask: "approve", checksum: row.checksum });
  equal(asked.status, 200);
  const { options, challengeId } = questionIn(asked.html);
  const response = JSON.stringify(adam.passkey.sign(options));
  const fields = { decision: "approve", checksum: row.checksum, challengeId, response };
  const done = await post(registry, adam, path, fields);
  equal(done.location, `${path}?done=published`);
  match((await get(registry, adam, done.location!)).html, /It is published\./);
  const again = await post(registry, adam, path, fields);
  equal(again.status, 409);
  match(again.html, /does not wait for approval any more/);
});

Deno.test("a code decides without scripts", async () => {
  await using world = await stagingWorld();
  const { registry, people: { mary, theo } } = world;
  const row = await staged(registry, mary.key);
  const path = `/staged/${row.id}`;
  const { html } = await get(registry, theo, path);
  match(html, /This is the first version: all of it is new/);
  match(html, /name="code"/);
  ok(!html.includes("passkey.js"), "an app needs none");
  const fields = { checksum: row.checksum, decision: "reject", note: "no" };
  const wrong = await post(registry, theo, path, { ...fields, code: "000000" });
  equal(wrong.status, 401);
  match(wrong.html, /The code is wrong/);
  equal((await post(registry, theo, path, { ...fields, code: theo.app.code() })).status, 303);
  equal((await read(registry, mary, row)).reason, "by theo: no");
});

Deno.test("who sees which page: members do, to others there is none", async () => {
  await using world = await stagingWorld();
  const { registry, people: { olga, adam, mary, sam } } = world;
  const row = await staged(registry, mary.key);
  const pages = [`/staged/${row.id}`, "/collectives/acme/staged"];
  const strangers: Who[] = [sam];
  for (const path of pages) {
    for (const who of [olga, adam, mary]) equal((await get(registry, who, path)).status, 200, path);
    for (const who of strangers) equal((await get(registry, who, path)).status, 404, path);
    const out = await registry.request(path, { headers: { accept: "text/html" } });
    await out.body?.cancel();
    equal(out.status, 303, "who is signed out signs in first");
  }
  const button = async (who: Who) =>
    (await get(registry, who, pages[0]!)).html.includes(">Approve");
  equal(await button(mary), false);
  equal(await button(adam), true);
  const withdraw = async (who: Who) =>
    (await get(registry, who, pages[0]!)).html.includes(">Withdraw");
  equal(await withdraw(mary), true);
  equal(await withdraw(adam), false);
  equal((await post(registry, adam, pages[0]!, { withdraw: "yes" })).status, 403);
  const link = async (who: Who) =>
    (await get(registry, who, "/collectives/acme")).html.includes("Staged versions (1)");
  equal(await link(mary), true);
  equal(await link(sam), false);
  const none = await get(registry, olga, "/staged/not-an-id");
  equal(none.status, 404);
});

Deno.test("an approval that would not count is said, and not offered", async () => {
  await using world = await stagingWorld();
  const { registry, people: { olga, adam, bea } } = world;
  await setRule(registry, olga, { count: 2, notSelf: true });
  const row = await staged(registry, adam.key);
  const own = await get(registry, adam, `/staged/${row.id}`);
  match(own.html, /You staged this version: somebody else must approve it/);
  ok(!own.html.includes(">Approve"));
  await decide(registry, bea, row, "approve");
  match((await get(registry, olga, `/staged/${row.id}`)).html, /1 of 2 approvals/);
});

Deno.test("the settings page shows and changes what is asked for", async () => {
  await using world = await stagingWorld();
  const { registry, people: { olga, mary } } = world;
  equal((await push(registry, mary.key)).status, 200);
  const settings = "/collectives/acme/settings";
  const fields = {
    required: "on",
    count: "2",
    by: "admin",
    notSelf: "on",
    embargoHours: "400",
  };
  const refused = await post(registry, olga, `${settings}/approval-rule`, fields);
  equal(refused.status, 400);
  match(refused.html, /embargoHours-error|Too big/);
  const saved = await post(registry, olga, `${settings}/approval-rule`, {
    ...fields,
    embargoHours: "4",
  });
  equal(saved.location, `${settings}/approval?done=approval-rule`);
  const lowered = await post(registry, olga, `${settings}/approval-rule`, {
    count: "1",
    by: "admin",
    embargoHours: "4",
  });
  equal(lowered.status, 303);
  const { html } = await get(registry, olga, `${settings}/approval`);
  match(html, /versions may be pushed without approval, 1 approval in place of 2/);
  const one = `${settings}/approval?extension=%40acme%2Fhello`;
  match((await get(registry, olga, one)).html, /<h2 class="break">@acme\/hello<\/h2>/);
  const rule = { count: "2", by: "owner", embargoHours: "0" };
  const own = (extension: string) =>
    post(registry, olga, `${settings}/approval-rule`, { ...rule, extension });
  const absent = await own("@acme/absent");
  equal(absent.status, 404);
  match(absent.html, /has no extension @acme\/absent/);
  equal((await own("@acme/hello")).status, 303);
  const listed = await get(registry, olga, `${settings}/approval`);
  match(listed.html, /approval\?extension=%40acme%2Fhello">@acme\/hello</);
});
