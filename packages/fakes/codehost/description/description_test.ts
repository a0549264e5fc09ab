import assert from "node:assert/strict";
import { description } from "./loaded.ts";

const match = (method: string, path: string) => {
  const found = description.find(method, path);
  assert.ok(found, `${method} ${path} has no operation`);
  return found;
};

Deno.test("a request leads to the operation whose template is nearest", () => {
  for (
    const [path, template] of [
      ["/repos/o/r", "/repos/{owner}/{repo}"],
      ["/repos/o/r/pulls/comments", "/repos/{owner}/{repo}/pulls/comments"],
      ["/repos/o/r/commits/abc/status", "/repos/{owner}/{repo}/commits/{ref}/status"],
      ["/repos/o/r/compare/a...b", "/repos/{owner}/{repo}/compare/{basehead}"],
      ["/repos/o/r/releases/tags/v1", "/repos/{owner}/{repo}/releases/tags/{tag}"],
    ] as const
  ) {
    assert.equal(match("GET", path).template, template, path);
  }
  assert.equal(description.find("GET", "/repos/o/r/nonsense"), undefined);
  assert.equal(description.find("PUT", "/user"), undefined);
});

Deno.test("names hold decoded values, and only some may hold slashes", () => {
  const { params } = match("GET", "/repos/o/r/contents/a/b%2Fc%20d");
  assert.deepEqual(params, { owner: "o", repo: "r", path: "a/b/c d" });
  for (const path of ["/repos/o/r/contents", "/repos/o/r/contents/"]) {
    assert.equal(match("GET", path).params.path, "");
  }
  assert.equal(match("GET", "/repos/o/r/git/ref/heads/a/b").params.ref, "heads/a/b");
  assert.equal(match("GET", "/repos/o/r/branches/a%2Fb").params.branch, "a/b");
});

for (
  const [name, method, path, query, body, fault] of [
    ["unknown query", "GET", "/user/repos", "perpage=1", undefined, /unknown name 'perpage'/],
    ["query of a wrong type", "GET", "/user/repos", "page=x", undefined, /'page' must be integer/],
    ["query outside its list", "GET", "/repos/o/r/pulls", "state=merged", undefined, /'state'/],
    ["missing query", "GET", "/search/issues", "", undefined, /the query lacks 'q'/],
    ["path of a wrong type", "GET", "/repos/o/r/pulls/x", "", undefined, /'pull_number'/],
    ["missing body", "POST", "/repos/o/r/pulls", "", undefined, /the body is missing/],
    ["missing field", "POST", "/repos/o/r/pulls", "", { head: "a" }, /property 'base'/],
    ["unknown field", "POST", "/repos/o/r/pulls", "", { head: "a", base: "b", bodi: "" }, /'bodi'/],
    ["field of a wrong type", "POST", "/repos/o/r/pulls", "", { head: 1, base: "b" }, /at \/head/],
  ] as const
) {
  Deno.test(`a request is held to the description: ${name}`, () => {
    const request = { query: new URLSearchParams(query), body };
    const faults = description.requestFaults(match(method, path), request);
    assert.equal(faults.length, 1, `${faults}`);
    assert.match(faults[0]!, fault);
  });
}

Deno.test("a request as described has no fault", () => {
  const query = new URLSearchParams("state=all&per_page=100&page=2");
  const list = match("GET", "/repos/o/r/pulls");
  assert.deepEqual(description.requestFaults(list, { query, body: undefined }), []);
  const body = { title: "t", head: "a", base: "b", draft: true };
  const open = match("POST", "/repos/o/r/pulls");
  assert.deepEqual(
    description.requestFaults(open, { query: new URLSearchParams(), body }),
    [],
  );
});

const JSON_TYPE = "application/json";

for (
  const [name, path, answer, fault] of [
    ["status", "/user", { status: 418, mediaType: JSON_TYPE, body: {} }, /no answer 418/],
    ["field", "/repos/o/r/topics", { status: 200, mediaType: JSON_TYPE, body: {} }, /'names'/],
    [
      "type",
      "/repos/o/r/topics",
      { status: 200, mediaType: JSON_TYPE, body: { names: [1] } },
      /at \/names\/0 must be string/,
    ],
    [
      "error",
      "/repos/o/r/topics",
      { status: 404, mediaType: JSON_TYPE, body: { message: 1 } },
      /at \/message must be string/,
    ],
  ] as const
) {
  Deno.test(`an answer is held to the description: ${name}`, () => {
    const faults = description.answerFaults(match("GET", path), answer);
    assert.equal(faults.length, 1, `${faults}`);
    assert.match(faults[0]!, fault);
  });
}

Deno.test("null stands where the description allows it, and only there", () => {
  const label = { id: 1, node_id: "n", url: "https://x.example/l", name: "bug", color: "f00" };
  const answers = (more: object) =>
    description.answerFaults(match("GET", "/repos/o/r/labels/bug"), {
      status: 200,
      mediaType: JSON_TYPE,
      body: { ...label, default: false, ...more },
    });
  assert.deepEqual(answers({ description: null }), []);
  assert.equal(answers({ description: "", name: null }).length, 1);
});

Deno.test("limits, redirects, invalid fields and failing servers need no mention", () => {
  for (const status of [301, 307, 304, 401, 403, 404, 422, 429, 451, 500, 502, 503]) {
    const answer = { status, mediaType: undefined, body: undefined };
    assert.deepEqual(description.answerFaults(match("PUT", "/repos/o/r/topics"), answer), []);
  }
});
