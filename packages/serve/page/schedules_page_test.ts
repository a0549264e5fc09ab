import assert from "node:assert/strict";
import { createDefinition } from "@svc/runtime/definitions";
import { GREET, modelText } from "../../runtime/testing/extension.ts";
import { greeterRepository } from "../../runtime/testing/repository.ts";
import { openServeState } from "../open.ts";
import { addSchedule, type ScheduleOrder } from "../schedules/mod.ts";
import { servedSite } from "./testing/site.ts";

const HIDDEN = "plans-q7";

const NIGHTLY: Omit<ScheduleOrder, "name" | "behavior"> = {
  ...{ method: "greet", inputs: { name: "a secret" }, settings: {}, cron: "0 3 * * *" },
  ...{ timeZone: "Asia/Tokyo", overlap: "skip", catchUp: false, by: "ada" },
};

Deno.test("schedules: a visitor sees those of their behaviors, with five times in the zone that they chose", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  await createDefinition(greeter.repository, { type: "@acme/greeter", name: HIDDEN });
  await using site = await servedSite(greeter.repository);
  using state = await openServeState(greeter.repository);
  addSchedule(state, { ...NIGHTLY, name: "nightly", behavior: "hello" }, new Date());
  addSchedule(state, { ...NIGHTLY, name: "weekly", behavior: HIDDEN }, new Date());
  const visitor = site.visitor();
  await visitor.signIn(site.token("guest", { read: ["hello"] }));
  const { html } = await visitor.get("/schedules");
  assert.doesNotMatch(html, /weekly|plans-q7|a secret|<form method="post" action="\/schedules/);
  assert.equal(html.match(/03:00 GMT\+9<\/time>/g)?.length, 5);
  assert.equal((await visitor.get("/schedules/weekly")).status, 404);
  assert.equal((await visitor.get("/schedules/nothing")).status, 404);

  const chosen = await visitor.get("/schedules?zone=Asia/Kolkata");
  assert.equal(chosen.html.match(/ 23:30 [^<]+<\/time>/g)?.length, 5);
  assert.match(chosen.headers.get("set-cookie")!, /^svc-zone=Asia\/Kolkata; .*HttpOnly/);
  const kept = await visitor.get("/schedules/nightly");
  assert.match(kept.html, / 23:30 [^<]+<\/time>/);
  assert.match((await visitor.get("/")).html, /nightly<\/a>[^]* 23:30 [^<]+<\/time>/);
  const unset = await visitor.get("/?zone=");
  assert.match(unset.html, /03:00 GMT\+9<\/time>/);
  assert.match(unset.headers.get("set-cookie")!, /^svc-zone=; .*Max-Age=0/);
  const home = await visitor.get("/?zone=America/New_York");
  assert.match(home.html, / 1[34]:00 [^<]+<\/time>/);
  assert.match((await visitor.get("/schedules")).html, / 1[34]:00 [^<]+<\/time>/);
  for (const wrong of ["Mars/Olympus", "UTC; Domain=example.org", "<b>", "+02:00"]) {
    const seen = await visitor.get(`/schedules?zone=${encodeURIComponent(wrong)}`);
    assert.match(seen.html, /is not a time zone/, wrong);
    assert.equal(seen.headers.get("set-cookie"), null, wrong);
    assert.doesNotMatch(seen.html, /<b>/);
  }
});

Deno.test("schedules: whoever may run the method pauses, resumes and runs, and the interface says the same", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  await greeter.greet();
  await using site = await servedSite(greeter.repository);
  using state = await openServeState(greeter.repository);
  addSchedule(state, { ...NIGHTLY, name: "nightly", behavior: "hello" }, new Date());
  const token = site.token("ada", { allow: ["hello:greet"] });
  const visitor = site.visitor();
  await visitor.signIn(token);
  const listed = async () => {
    const response = await fetch(`${site.url}/api/v1/schedules`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return (await response.json()).schedules[0];
  };
  assert.match((await visitor.get("/schedules")).html, /Pause <span/);
  assert.equal((await visitor.post("/schedules/nightly/pause", {})).status, 303);
  assert.match((await visitor.get("/schedules/nightly")).html, /paused<\/strong> by token:ada/);
  assert.deepEqual([(await listed()).paused.by, (await listed()).nextRun], ["token:ada", null]);
  const { html } = await visitor.get("/schedules/nightly");
  const once = /name="once" value="([^"]+)"/.exec(html)![1]!;
  const { location } = await visitor.post("/schedules/nightly/run", { once });
  assert.equal((await visitor.post("/schedules/nightly/run", { once })).location, location);
  await site.ended(token, location!.slice("/runs/".length));
  const run = await visitor.get(location!);
  assert.match(run.html, /succeeded/);
  assert.match(run.html, /token:ada/);
  const { lastRun } = await listed();
  assert.deepEqual([`/runs/${lastRun.id}`, lastRun.status, lastRun.at], [
    location,
    "succeeded",
    null,
  ]);
  await visitor.post("/schedules/nightly/resume", {});
  const { paused, nextRuns } = await listed();
  assert.deepEqual([paused, nextRuns.length], [null, 5]);
});
