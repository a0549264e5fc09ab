import assert from "node:assert/strict";
import { namedStack } from "./numbers.ts";

const numbers = (text: string) => namedStack(text).numbers;

Deno.test("addresses of pull requests tell numbers and repository", () => {
  assert.deepEqual(
    namedStack(
      "1. https://github.com/octocat/hello-world/pull/12\n2. https://github.com/Octocat/hello-world/pull/13/files#r1",
    ),
    { numbers: [12, 13], repo: "Octocat/hello-world" },
  );
  assert.deepEqual(numbers("http://127.0.0.1:8080/api/v3/repos/o/r/pulls/7"), [7]);
});

Deno.test("marks count where there are any, then numbers alone do not", () => {
  assert.deepEqual(numbers("Stack of 3: #1 <- #2, then #3 (since 2026)"), [1, 2, 3]);
  assert.deepEqual(namedStack("octocat/x#4, #5"), { numbers: [4, 5], repo: "octocat/x" });
  assert.deepEqual(numbers("see https://github.com/o/r/pull/9 and 10"), [9]);
});

Deno.test("numbers alone count when there is neither address nor mark", () => {
  assert.deepEqual(numbers("3, 1 2"), [3, 1, 2]);
  assert.deepEqual(numbers("12"), [12]);
});

Deno.test("what only looks like a number of a pull request does not count", () => {
  assert.deepEqual(numbers("#12 &#39; abc#5 #6a ##7"), [12]);
  for (const text of ["", "v1.2.3", "no numbers", "#0", "abc123", "1234567890123", "&#39;"]) {
    assert.throws(() => namedStack(text), /does not name a pull request/, text);
  }
});

Deno.test("each counts once, in the order of the text", () => {
  assert.deepEqual(numbers("#3 #1 https://github.com/o/r/pull/2 #3 #2"), [3, 1, 2]);
});

Deno.test("pull requests of several repositories are refused", () => {
  assert.throws(() => namedStack("o/a#1 o/b#2"), /several repositories: o\/a, o\/b/);
  assert.throws(
    () => namedStack("https://github.com/o/a/pull/1 o/b#2"),
    /several repositories/,
  );
});

Deno.test("more than 50 are refused", () => {
  const text = (count: number) => Array.from({ length: count }, (_, index) => `#${index + 1}`);
  assert.equal(numbers(text(50).join(" ")).length, 50);
  assert.throws(() => namedStack(text(51).join(" ")), /has 51 pull requests; at most 50/);
});
