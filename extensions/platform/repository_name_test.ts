import assert from "node:assert/strict";
import {
  distinctRepositories,
  fullName,
  parseRepositoryName,
  repositoryOrNamePattern,
  repositoryPattern,
} from "./repository_name.ts";

Deno.test("owner and name are taken apart as they are written", () => {
  assert.deepEqual(parseRepositoryName("Octocat/Hello.World_1-"), {
    owner: "Octocat",
    repo: "Hello.World_1-",
  });
});

Deno.test("a bare name gets the default owner, a full one keeps its own", () => {
  assert.deepEqual(parseRepositoryName("x", "acme"), { owner: "acme", repo: "x" });
  assert.deepEqual(parseRepositoryName("octocat/x", "acme"), { owner: "octocat", repo: "x" });
  assert.throws(() => parseRepositoryName("x"), { code: "refused" });
});

for (
  const text of ["", "/", "a/", "/a", "a/b/c", "a/.", "a/..", "a b/c", "a/b c", "-a/b", "a/b\n"]
) {
  Deno.test(`${JSON.stringify(text)} is not a repository`, () => {
    assert.throws(() => parseRepositoryName(text), { code: "refused" });
    assert.doesNotMatch(text, repositoryPattern);
  });
}

Deno.test("limits of length are the platform's", () => {
  const name = (owner: number, repo: number) => `${"o".repeat(owner)}/${"r".repeat(repo)}`;
  assert.match(name(39, 100), repositoryPattern);
  assert.doesNotMatch(name(40, 100), repositoryPattern);
  assert.doesNotMatch(name(39, 101), repositoryPattern);
});

Deno.test("where the type has an owner, a bare name is enough", () => {
  for (const text of ["x", "a/x", "a.b"]) assert.match(text, repositoryOrNamePattern);
  for (const text of ["", ".", "..", "a/b/c", "a/.."]) {
    assert.doesNotMatch(text, repositoryOrNamePattern);
  }
});

Deno.test("repositories named twice are one, in the order they were given", () => {
  const names = ["b/x", "a/x", "B/X", "a/y"].map((text) => parseRepositoryName(text));
  assert.deepEqual(distinctRepositories(names).map(fullName), ["b/x", "a/x", "a/y"]);
});
