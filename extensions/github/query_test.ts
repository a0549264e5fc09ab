import assert from "node:assert/strict";
import { searchQuery } from "./listing/query.ts";

Deno.test("the person's text comes first, then the qualifiers", () => {
  assert.equal(
    searchQuery("memory leak label:bug", { is: "issue", repo: "octocat/site", state: "open" }),
    "memory leak label:bug is:issue repo:octocat/site state:open",
  );
  assert.equal(
    searchQuery("x", { repo: undefined, language: "Visual Basic" }),
    'x language:"Visual Basic"',
  );
});

for (
  const [text, qualifiers] of [
    ["x repo:evil/site", { repo: "octocat/site" }],
    ["x REPO:evil/site", { repo: "octocat/site" }],
    ["x -repo:octocat/site", { repo: "octocat/site" }],
    ["repo:evil/site", { repo: "octocat/site" }],
    ["x org:evil", { repo: "octocat/site" }],
    ["x user:evil", { org: "octocat" }],
    ["x repo:evil/site", { user: "octocat" }],
    ["x is:pr", { is: "issue" }],
    ["x type:pr", { is: "issue" }],
    ["x state:closed", { state: "open" }],
    ["x language:go", { language: "typescript" }],
    ["x path:secrets", { path: "src" }],
    ["x OR y", { is: "issue" }],
    ["(x)", { is: "issue" }],
    ['x"y repo:evil/site', { repo: "octocat/site" }],
  ] as const
) {
  Deno.test(`a text cannot undo the arguments: ${text}`, () => {
    assert.throws(() => searchQuery(text, qualifiers), { code: "refused" });
  });
}

for (const text of ['"repo:evil/site OR (x)"', "x label:bug", "factORy", "see http://x.example"]) {
  Deno.test(`what only looks like a qualifier is text: ${text}`, () => {
    assert.equal(searchQuery(text, { repo: "octocat/site" }), `${text} repo:octocat/site`);
  });
}

Deno.test("a value with a quotation mark or a line break is refused", () => {
  for (const value of ['a"b', "a\nb"]) {
    assert.throws(() => searchQuery("x", { path: value }), { code: "refused" });
  }
});
