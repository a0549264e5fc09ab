import assert from "node:assert/strict";
import { createDefinition, findDefinition } from "@svc/runtime/definitions";
import { lockRepository } from "@svc/runtime/repository";
import { GREET, modelText } from "../../runtime/testing/extension.ts";
import { greeterRepository } from "../../runtime/testing/repository.ts";
import { openServeState } from "../open.ts";
import { addSchedule } from "../schedules/mod.ts";
import { noteRun } from "../testing/noted_run.ts";
import { servedSite } from "./testing/site.ts";

/** A behavior that a guest must not hear of. */
const HIDDEN = "plans-q7";

/** The texts of the four lists, by their headings. */
function listsOf(html: string): Record<string, string> {
  const found = [
    ...html.matchAll(/<section class="sheet"[^>]*><h2[^>]*>([^<]+)<\/h2>(.*?)<\/section>/gs),
  ];
  return Object.fromEntries(found.map(([, title, text]) => [title, text!]));
}

Deno.test("home: each of its four lists has what the visitor may see, and nothing else", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  const { repository } = greeter;
  for (const name of [HIDDEN, "third"]) {
    await createDefinition(repository, { type: "@acme/greeter", name });
  }
  await using site = await servedSite(repository);
  using state = await openServeState(repository);
  const hour = (count: number) => `2026-11-21T${10 + count}:00:00Z`;
  const error = JSON.stringify({ error: "It broke", code: "internal" });
  for (const behavior of ["hello", HIDDEN]) {
    const by = (name: string) => ({ behavior, initiated_by: `token:${name}-of-${behavior}` });
    noteRun(state, { at: hour(0), took: 1, ...by("first") });
    noteRun(state, { at: hour(1), took: 1, status: "failed", error, ...by("second") });
    noteRun(state, { at: hour(2), took: 1, status: "cancelled", ...by("third") });
    noteRun(state, { at: hour(3), status: "running", ...by("runner") });
    noteRun(state, { at: hour(4), status: "queued", ...by("waiter") });
    addSchedule(state, {
      ...{ name: `nightly-${behavior}`, behavior, method: "greet", inputs: {}, settings: {} },
      ...{ cron: "0 3 * * *", timeZone: "UTC", overlap: "skip", catchUp: false, by: "ada" },
    }, new Date());
  }
  noteRun(state, { at: hour(0), took: 1, status: "failed", behavior: "third" });
  noteRun(state, { at: hour(1), took: 1, behavior: "third" });
  noteRun(state, { at: hour(4), status: "queued", behavior: "third", initiated_by: "token:turn" });
  noteRun(state, { at: hour(0), took: 1, status: "failed", behavior: "gone" });
  const seen = async (name: string, rights: { allow?: string[]; read?: string[] }) => {
    const visitor = site.visitor();
    await visitor.signIn(site.token(name, rights));
    const { status, html } = await visitor.get("/");
    assert.equal(status, 200);
    return listsOf(html);
  };
  const all = await seen("ada", { allow: ["*"] });
  assert.deepEqual(Object.keys(all), ["Fails", "Runs now", "Waits", "Comes next"]);
  for (const [list, text] of Object.entries(all)) {
    for (const behavior of ["hello", HIDDEN]) {
      assert.ok(text.includes(behavior), `${list}: ${text}`);
    }
  }
  assert.match(all["Fails"]!, /It broke/);
  assert.doesNotMatch(all["Fails"]!, /third|gone/, "one that works again, and one that is gone");
  assert.match(all["Waits"]!, /for <a[^>]*>greet of hello<\/a> by token:runner-of-hello/);
  assert.match(all["Waits"]!, /token:turn.*for its turn/s);

  const guest = await seen("guest", { read: ["hello"] });
  for (const [list, text] of Object.entries(guest)) {
    assert.ok(text.includes("hello"), `${list}: ${text}`);
    assert.ok(!text.includes(HIDDEN), `${list}: ${text}`);
  }
  const third = await seen("third", { read: ["third"] });
  assert.match(third["Waits"]!, /for its turn/, "who takes the turns is not told");
  for (const text of Object.values(third)) assert.doesNotMatch(text, /hello|plans-q7/);

  const { definition } = await findDefinition(repository, "third");
  await using _lock = await lockRepository(repository, { file: `locks/${definition.id}.lock` });
  const held = await seen("third-again", { read: ["third"] });
  assert.match(held["Waits"]!, /for process \d+ on .*, which uses third/);
});

Deno.test("behaviors: they stand by the folders of their files, and are found by a part of a name", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  const { repository } = greeter;
  const { path } = await createDefinition(repository, { type: "@acme/greeter", name: "moved" });
  await Deno.mkdir(`${repository.root}/behaviors/team/night`, { recursive: true });
  await Deno.rename(path, `${repository.root}/behaviors/team/night/m.yaml`);
  await createDefinition(repository, { type: "@acme/greeter", name: HIDDEN });
  await using site = await servedSite(repository);
  const visitor = site.visitor();
  await visitor.signIn(site.token("guest", { read: ["hello", "moved"] }));
  const { html } = await visitor.get("/behaviors");
  const folders = [...html.matchAll(/<section><h2>([^<]+)<\/h2>(.*?)<\/section>/gs)]
    .map(([, folder, text]) =>
      [folder, ...text!.matchAll(/href="\/behaviors\/([^"]+)"/g)].map(
        (one) => typeof one === "string" ? one : one![1],
      )
    );
  assert.deepEqual(folders, [["behaviors/@acme/greeter", "hello"], [
    "behaviors/team/night",
    "moved",
  ]]);
  assert.ok(!html.includes(HIDDEN));
  const found = await visitor.get("/behaviors?query=mov");
  assert.match(found.html, /behaviors\/moved/);
  assert.doesNotMatch(found.html, /behaviors\/hello/);
  assert.match((await visitor.get(`/behaviors?query=${HIDDEN}`)).html, /no behaviors like that/);
});
