import assert from "node:assert/strict";
import { createRandom } from "../random/mod.ts";
import { description } from "./loaded.ts";

const MATCH = description.find("GET", "/search/issues")!;
const EXAMPLE = description.example(MATCH, "published");
const ANSWER = { status: 200, mediaType: "application/json", body: EXAMPLE.body };

type Found = Record<string, unknown> & { items: Record<string, unknown>[] };
const varied = (seed: number) => description.varied(MATCH, ANSWER, createRandom(seed)) as Found;
const FORMS = Array.from({ length: 20 }, (_, seed) => varied(seed));

Deno.test("an answer that was varied is as the description has it, and says the same", () => {
  const { items } = EXAMPLE.body as Found;
  for (const body of FORMS) {
    assert.deepEqual(description.answerFaults(MATCH, { ...ANSWER, body }), []);
    assert.deepEqual(Object.keys(items[0]!).filter((key) => !(key in body.items[0]!)), []);
    assert.deepEqual([body.total_count, body.items[0]!.title], [280, items[0]!.title]);
  }
});

Deno.test("its keys come in an order of the seed: every key is first or last at some time", () => {
  const orders = FORMS.map((body) => Object.keys(body).join());
  assert.ok(new Set(orders).size > 10, "the order hardly changes");
  for (const first of [true, false]) {
    const before = (body: Found) => {
      const keys = Object.keys(body);
      return keys.indexOf("search_type") < keys.indexOf("items");
    };
    assert.ok(FORMS.some((body) => before(body) === first));
  }
  assert.equal(JSON.stringify(varied(7)), JSON.stringify(varied(7)));
});

Deno.test("it has every optional key but those whose absence says something", () => {
  for (const body of FORMS) {
    const issue = body.items[0]!;
    for (const name of ["reactions", "sub_issues_summary", "active_lock_reason", "assignees"]) {
      assert.ok(Object.hasOwn(issue, name), name);
    }
    assert.ok(Object.hasOwn(body, "lexical_fallback_reason"));
    assert.ok(!Object.hasOwn(issue, "closed_by"));
  }
});

Deno.test("every object has a key that nobody knows, and a map of data has none", () => {
  const strange = (value: object) => Object.keys(value).filter((key) => /^unheard_of/.test(key));
  for (const body of FORMS) {
    for (const one of [body, body.items[0]!, body.items[0]!.user as object]) {
      assert.equal(strange(one).length, 1);
    }
  }
  const languages = description.find("GET", "/repos/o/r/languages")!;
  const answer = { status: 200, mediaType: "application/json", body: { C: 78769, Python: 7769 } };
  const body = description.varied(languages, answer, createRandom(1));
  assert.deepEqual(body, answer.body);
});

Deno.test("the bare form of an example has no optional key, and null where it may", () => {
  const { items } = description.example(MATCH, "bare").body as Found;
  const { assignees, user, milestone } = items[0]!;
  assert.deepEqual([assignees, user, milestone], [undefined, null, null]);
});

Deno.test("an example that is not as its schema says is completed, and told", () => {
  const pull = description.find("GET", "/repos/o/r/pulls/1")!;
  const { madeUp, body, status } = description.example(pull, "published");
  assert.match(madeUp!, /requested_teams\/0 must have required property 'type'/);
  const answer = { status, mediaType: "application/json", body };
  assert.deepEqual(description.answerFaults(pull, answer), []);
  assert.equal((body as { number: number }).number, 1347);
});

Deno.test("what an answer lacks is made up, and its addresses are derived from its own", () => {
  const match = description.find("GET", "/repos/octocat/one")!;
  const owner = { login: "octocat", id: 1, url: "http://host/users/octocat" };
  const url = "http://host/repos/octocat/one";
  const body = description.filled(match, { ...ANSWER, body: { id: 2, url, owner } });
  assert.deepEqual(description.answerFaults(match, { ...ANSWER, body }), []);
  const filled = body as Record<string, unknown> & { owner: Record<string, unknown> };
  assert.deepEqual(
    [filled.html_url, filled.commits_url, filled.owner.organizations_url, filled.homepage],
    [
      "http://host/octocat/one",
      `${url}/commits{/sha}`,
      "http://host/users/octocat/orgs",
      null,
    ],
  );
});

Deno.test("what an answer has is not filled over, so that a wrong value is told", () => {
  const match = description.find("GET", "/user")!;
  const given = { ...ANSWER, body: { id: "1", login: null } };
  const body = description.filled(match, given) as Record<string, unknown>;
  assert.deepEqual([body.id, body.login], ["1", null]);
  assert.notEqual(description.answerFaults(match, { ...ANSWER, body }).length, 0);
});
