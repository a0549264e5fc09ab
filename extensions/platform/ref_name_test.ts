import assert from "node:assert/strict";
import { checkRefName, checkRevision, parseHead } from "./ref_name.ts";

Deno.test("names that git and the platform take are taken as they are", () => {
  for (const name of ["main", "feature/a.b", "v1.0.0", "ü", "a@b", "x#1", "%2e%2e", "{owner}"]) {
    assert.equal(checkRefName(name, "branch"), name);
  }
});

Deno.test("a name that git refuses, that leaves its address or that misleads is refused", () => {
  const bad = [
    "",
    ".",
    "..",
    "a/../b",
    "../../git/refs",
    "/a",
    "a/",
    "a//b",
    "a/.b",
    ".a",
    "a.",
    "a.lock",
    "a.lock/b",
    "a b",
    "a\nb",
    "a\u0000b",
    "a~1",
    "a^",
    "a:b",
    "a?b",
    "a*",
    "a[b",
    "a\\b",
    "a@{1}",
    "@",
    "HEAD",
    "-x",
    "--upload-pack=x",
    "refs/heads/main",
    "a\u202eb",
    "a\u200bb",
    "\ud800",
    "x".repeat(256),
    "ü".repeat(128),
  ]; // deno-fmt-ignore-line
  for (const name of bad) {
    assert.throws(() => checkRefName(name, "tag"), /is not a valid tag name: /, JSON.stringify(name));
  }
});

Deno.test("git agrees with every name that is taken, and takes none that begins outside refs", async () => {
  for (const name of ["main", "feature/a.b", "v1.0.0", "ü", "a@b", "x#1", "%2e%2e", "{owner}"]) {
    const { success } = await new Deno.Command("git", {
      args: ["check-ref-format", `refs/heads/${name}`],
    }).output();
    assert.ok(success, name);
  }
});

Deno.test("a revision is a branch, a tag or a commit's id", () => {
  assert.equal(checkRevision("a".repeat(40)), "a".repeat(40));
  assert.equal(checkRevision("v1"), "v1");
  assert.throws(() => checkRevision("main..other"));
});

Deno.test("a head is a branch, or owner:branch", () => {
  assert.deepEqual(parseHead("fix"), { branch: "fix" });
  assert.deepEqual(parseHead("octocat:fix/a"), { owner: "octocat", branch: "fix/a" });
  for (const bad of [":fix", "octocat:", "a/b:fix", "octocat:a:b", "..:x"]) {
    assert.throws(() => parseHead(bad), JSON.stringify(bad));
  }
});
