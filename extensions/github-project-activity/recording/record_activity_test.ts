import assert from "node:assert/strict";
import { run } from "../../testing/run.ts";
import { model } from "../github_project_activity.ts";

type Data = Map<string, Record<string, unknown>>;

const OWN = { owner: "octocat", repo: "Hello-World" };
const EVENT = { eventType: "decision", summary: "We keep the old format" };

async function recorded(
  args: Record<string, unknown>,
  { data = new Map(), globalArgs = OWN }: { data?: Data; globalArgs?: object } = {},
) {
  const written = await run(model, "record_activity", args, {
    globalArgs: { ...globalArgs },
    data,
  });
  assert.equal(written.length, 1);
  const { name, spec, data: document } = written[0]!;
  assert.equal(spec, "activityEvent");
  const [event, ...others] = document.events as Record<string, unknown>[];
  assert.deepEqual(others, []);
  return { name, document, event: event! };
}

Deno.test("an event of which nothing but an id is told, or nothing, is recorded with defaults", async () => {
  const { event } = await recorded({ id: "seen" });
  const { id, type, summary, visibility } = event;
  assert.deepEqual([id, type, summary, visibility], [
    "seen",
    "note",
    "Something happened",
    "private",
  ]);
  assert.equal((await recorded({})).event.type, "note");
});

Deno.test("an event is a document of its own, private unless it is said to be public", async () => {
  const { name, document, event } = await recorded({
    id: "decision-7",
    event: {
      ...EVENT,
      subjectType: "pr",
      subjectNumber: 12,
      at: "2026-11-20T10:00:00+01:00",
      actor: "ada",
      body: "Because of **x**",
      url: "https://example.com/minutes",
      tags: ["format"],
      artifactRefs: ["plan.md"],
    },
  });
  assert.equal(name, "activityevent.octocat~hello-world~recorded~decision-7");
  const { repo, subjectType, number, source, part, parts } = document;
  assert.deepEqual([repo, subjectType, number, source, part, parts], [
    "octocat/Hello-World",
    "pr",
    12,
    "recorded",
    1,
    1,
  ]);
  assert.deepEqual(event, {
    id: "decision-7",
    type: "decision",
    actor: "ada",
    actorType: null,
    at: "2026-11-20T09:00:00.000Z",
    body: "Because of **x**",
    bodyTruncated: false,
    url: "https://example.com/minutes",
    visibility: "private",
    summary: "We keep the old format",
    tags: ["format"],
    artifactRefs: ["plan.md"],
  });
});

Deno.test("the same id is the same event: told again it stays as it is, with the time of the first", async () => {
  const data: Data = new Map();
  const first = await recorded({ id: "a", event: EVENT }, { data });
  const again = await recorded({ id: "a", event: EVENT }, { data });
  assert.deepEqual(again, first);
  assert.equal(data.size, 1);
});

Deno.test("another content under the same id is refused and named, and nothing is changed", async () => {
  const changes = {
    eventType: "incident",
    summary: "We keep the old format.",
    visibility: "public",
    body: "More",
    at: "2020-01-01T00:00:00Z",
    actor: "ada",
    url: "https://example.com",
    tags: ["x"],
    artifactRefs: ["x"],
  };
  for (const [field, value] of Object.entries(changes)) {
    const data: Data = new Map();
    await recorded({ id: "a", event: EVENT }, { data });
    const before = JSON.stringify([...data]);
    await assert.rejects(
      recorded({ id: "a", event: { ...EVENT, [field]: value } }, { data }),
      {
        code: "conflict",
        message: new RegExp(`^the event a: is already recorded, with another ${field}`),
      },
    );
    assert.equal(JSON.stringify([...data]), before);
  }
});

Deno.test("an event about another subject is another content", async () => {
  const data: Data = new Map();
  const about = (subjectNumber: number) =>
    recorded({ id: "a", event: { ...EVENT, subjectType: "pr", subjectNumber } }, { data });
  await about(1);
  await assert.rejects(about(2), { code: "conflict", message: /another subjectNumber/ });
});

Deno.test("a refusal does not tell what the event says", async () => {
  const data: Data = new Map();
  await recorded({ id: "a", event: { ...EVENT, body: "the secret plan" } }, { data });
  await assert.rejects(recorded({ id: "a", event: EVENT }, { data }), (error: Error) => {
    assert.doesNotMatch(error.message, /secret plan|old format/);
    return true;
  });
});

Deno.test("without an id each call is another event", async () => {
  const data: Data = new Map();
  await recorded({ event: EVENT }, { data });
  await recorded({ event: EVENT }, { data });
  assert.equal(data.size, 2);
});

Deno.test("ids that differ in one byte or in case are different events, and no id leads elsewhere", async () => {
  const data: Data = new Map();
  const ids = ["a", "A", "a ", "a/b", "a~b", "../a", "ä", "a\u0300", "x".repeat(200), "-a"];
  for (const id of ids) {
    const { name, event } = await recorded({ id, event: EVENT }, { data });
    assert.equal(event.id, id);
    assert.match(name, /^activityevent\.octocat~hello-world~recorded~[a-z0-9._%A-F-]{1,100}$/);
    assert.ok(!name.includes(".."));
  }
  assert.equal(new Set([...data.keys()].map((name) => name.toLowerCase())).size, ids.length);
});

Deno.test("what is stored under an id and cannot be read is not replaced", async () => {
  const data: Data = new Map([["activityevent.octocat~hello-world~recorded~a", { events: [] }]]);
  await assert.rejects(recorded({ id: "a", event: EVENT }, { data }), {
    code: "conflict",
    message: /cannot be read/,
  });
  assert.equal(data.size, 1);
});

Deno.test("a ledger without a repository keeps events of its own", async () => {
  const { name, document } = await recorded({ id: "a", event: EVENT }, { globalArgs: {} });
  assert.deepEqual([name, document.repo], ["activityevent._~_~recorded~a", null]);
});

Deno.test("half of a subject is refused before anything is written", async () => {
  const data: Data = new Map();
  for (const half of [{ subjectType: "issue" }, { subjectNumber: 3 }]) {
    const event = { ...EVENT, ...half };
    await assert.rejects(recorded({ id: "a", event }, { data }), { code: "refused" });
  }
  assert.equal(data.size, 0);
});

Deno.test("what strangers write is kept as it is, but valid", async () => {
  const { event } = await recorded({
    id: "a",
    event: { ...EVENT, summary: "a\u0000\ud800<script>", tags: ["\u202e"] },
  });
  assert.deepEqual([event.summary, event.tags], ["a\ufffd<script>", ["\u202e"]]);
});
