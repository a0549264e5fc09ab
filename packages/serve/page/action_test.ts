import assert from "node:assert/strict";
import { openServeState } from "../open.ts";
import { addSchedule } from "../schedules/mod.ts";
import { busyGreeter, HOLD } from "../testing/busy_greeter.ts";
import { servedSite, type Site, type Visitor } from "./testing/site.ts";

/** Who sends a form, and how. */
interface Sender {
  who: string;
  visitor: Visitor;
  /** Headers in the place of those that a browser sends from our page. */
  headers?: Record<string, string>;
}

/** A form of a page: where it is sent, what it holds, and where it leads. */
interface SentForm {
  path: string;
  fields: Record<string, string>;
  leadsTo: RegExp;
  /** The page that has it. */
  page: string;
}

function scheduleForm(action: string, leadsTo: RegExp): SentForm {
  const page = "/schedules/nightly";
  return { path: `${page}/${action}`, fields: {}, leadsTo, page };
}

const FORMS: Record<string, (run: string) => SentForm> = {
  cancel: (run) => ({
    path: `/runs/${run}/cancel`,
    fields: {},
    leadsTo: /^\/runs\/[0-9a-f-]{36}$/,
    page: `/runs/${run}`,
  }),
  retry: (run) => ({
    path: `/runs/${run}/retry`,
    fields: {},
    leadsTo: /^\/runs\/[0-9a-f-]{36}$/,
    page: `/runs/${run}`,
  }),
  "pause a schedule": () => scheduleForm("pause", /^\/schedules\/nightly$/),
  "resume a schedule": () => scheduleForm("resume", /^\/schedules\/nightly$/),
  "run a schedule": () => scheduleForm("run", /^\/runs\/[0-9a-f-]{36}$/),
  start: () => ({
    path: "/behaviors/hello/methods/greet",
    fields: { "input:name": "Ada" },
    leadsTo: /^\/runs\/[0-9a-f-]{36}$/,
    page: "/behaviors/hello/methods/greet",
  }),
};

/** What each sender is answered: a refusal, or `done`. */
const ANSWERS: Record<string, number | "done" | "sign in"> = {
  "nobody": "sign in",
  "a session without rights to it": 404,
  "a session that may only read": 403,
  "a session that may run another method": 403,
  "a session that may run it": "done",
  "a token in a header": "done",
  "a token in a header, without an origin": 403,
  "another site, with the session": 403,
  "a page without an origin, with the session": 403,
  "a hidden origin, with the session": 403,
  "a subdomain's page, with the session": 403,
  "a program with the session's cookie and no proof": 403,
};

async function sendersOf(site: Site): Promise<Sender[]> {
  const signedIn = async (name: string, rights: { allow?: string[]; read?: string[] }) => {
    const visitor = site.visitor();
    await visitor.signIn(site.token(name, rights));
    return visitor;
  };
  const may = await signedIn("may", { allow: ["hello:greet"] });
  const authorization = `Bearer ${site.token("bearer", { allow: ["hello"] })}`;
  const origin = site.url;
  return [
    { who: "nobody", visitor: site.visitor() },
    {
      who: "a session without rights to it",
      visitor: await signedIn("other", { allow: ["other"] }),
    },
    { who: "a session that may only read", visitor: await signedIn("reads", { read: ["hello"] }) },
    {
      who: "a session that may run another method",
      visitor: await signedIn("near", { allow: ["hello:gree"] }),
    },
    { who: "a session that may run it", visitor: may },
    {
      who: "a token in a header",
      visitor: site.visitor(),
      headers: { authorization, origin },
    },
    {
      who: "a token in a header, without an origin",
      visitor: site.visitor(),
      headers: { authorization },
    },
    {
      who: "another site, with the session",
      visitor: may,
      headers: { origin: "https://evil.example" },
    },
    {
      who: "a page without an origin, with the session",
      visitor: may,
      headers: { "sec-fetch-site": "cross-site" },
    },
    { who: "a hidden origin, with the session", visitor: may, headers: { origin: "null" } },
    {
      who: "a subdomain's page, with the session",
      visitor: may,
      headers: { "sec-fetch-site": "same-site" },
    },
    { who: "a program with the session's cookie and no proof", visitor: may, headers: {} },
  ];
}

Deno.test("pages: a form does what its sender may do by the interface, and nothing for another site", async () => {
  await using greeter = await busyGreeter();
  await using site = await servedSite(greeter.repository);
  const token = site.token("ada", { allow: ["*"] });
  const run = await site.start(token, HOLD);
  using state = await openServeState(greeter.repository);
  addSchedule(state, {
    ...{ name: "nightly", behavior: "hello", method: "greet", inputs: HOLD, settings: {} },
    ...{ cron: "0 0 1 1 *", timeZone: "UTC", overlap: "skip", catchUp: false, by: "ada" },
  }, new Date());
  const senders = await sendersOf(site);
  await greeter.letGo();
  await site.ended(token, run);
  assert.deepEqual(senders.map(({ who }) => who), Object.keys(ANSWERS));
  for (const [what, formOf] of Object.entries(FORMS)) {
    const { path, fields, leadsTo, page } = formOf(run);
    for (const { who, visitor, headers = { origin: site.url } } of senders) {
      const seen = await visitor.send(path, fields, headers);
      const answer = ANSWERS[who]!;
      const cell = `${what} by ${who}: ${seen.status}`;
      if (answer === "sign in") {
        assert.equal(seen.location, `/sign-in?to=${encodeURIComponent(page)}`, cell);
      } else if (answer === "done") {
        assert.equal(seen.status, 303, cell);
        assert.match(seen.location!, leadsTo, cell);
        // A behavior has one run at a time.
        await site.ended(token, seen.location!.slice("/runs/".length));
      } else {
        assert.deepEqual([seen.status, seen.location], [answer, null], cell);
      }
    }
    if (path === page) continue;
    const asked = await senders[0]!.visitor.get(path);
    assert.deepEqual([asked.status, asked.headers.get("allow")], [405, "POST"], what);
  }
});

Deno.test("pages: the form of an action is read up to a limit, and as a form only", async () => {
  await using greeter = await busyGreeter();
  await using site = await servedSite(greeter.repository);
  const visitor = site.visitor();
  await visitor.signIn(site.token("ada", { allow: ["*"] }));
  const path = "/runs/0198f000-0000-7000-8000-000000000001/cancel";
  const long = await visitor.post(path, { more: "x".repeat(1_000_001) });
  assert.equal(long.status, 413);
  const origin = site.url;
  const json = await visitor.send(path, "{}", { origin, "content-type": "application/json" });
  assert.equal(json.status, 415);
  assert.equal((await visitor.post(path, {})).status, 404);
});

Deno.test("pages: a behavior that is in use says so above the form, which keeps what was typed", async () => {
  await using greeter = await busyGreeter();
  await using site = await servedSite(greeter.repository);
  const token = site.token("ada", { allow: ["*"] });
  const visitor = site.visitor();
  await visitor.signIn(token);
  const run = await site.start(token, HOLD);
  const path = "/behaviors/hello/methods/greet";
  const { status, html } = await visitor.post(path, { "input:name": "Bob" });
  assert.equal(status, 409);
  assert.match(html, /role="alert"/);
  assert.ok(html.includes(run), "it names the run that is in progress");
  assert.match(html, /value="Bob"/);
  await visitor.post(`/runs/${run}/cancel`, {});
});

Deno.test("pages: a run in progress has a button that cancels it, for those who may", async () => {
  await using greeter = await busyGreeter();
  await using site = await servedSite(greeter.repository);
  const token = site.token("ada", { allow: ["*"] });
  const run = await site.start(token, HOLD);
  const [ada, reader] = [site.visitor(), site.visitor()];
  await ada.signIn(token);
  await reader.signIn(site.token("reads", { read: ["hello"] }));
  const button = /action="\/runs\/[0-9a-f-]+\/cancel"/;
  assert.match((await ada.get(`/runs/${run}`)).html, button);
  assert.doesNotMatch((await reader.get(`/runs/${run}`)).html, button);
  assert.equal((await ada.post(`/runs/${run}/cancel`, {})).location, `/runs/${run}`);
  await site.ended(token, run);
  const { html } = await ada.get(`/runs/${run}`);
  assert.match(html, /Cancelled by token:ada/);
  assert.doesNotMatch(html, button);
});
