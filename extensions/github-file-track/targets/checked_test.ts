import assert from "node:assert/strict";
import { checkedTargets } from "./checked.ts";
import type { Target } from "./target.ts";

const target = (destPath: string, more: Partial<Target> = {}): Target => ({
  repo: "octocat/hello-world",
  srcPath: "README.md",
  destPath,
  ...more,
});

const refused = (targets: Target[], message: RegExp) =>
  assert.throws(() => checkedTargets(targets, undefined), message, JSON.stringify(targets));

Deno.test("the argument stands in place of the behavior's own targets", () => {
  const own = [target("tracked/own")];
  const given = [target("tracked/given")];
  assert.deepEqual(checkedTargets(given, own), given);
  assert.deepEqual(checkedTargets(undefined, own), own);
});

Deno.test("no targets at all are an error that names both ways to give them", () => {
  for (const [given, own] of [[undefined, undefined], [[], undefined], [[], [target("a")]]]) {
    assert.throws(
      () => checkedTargets(given, own),
      /No files to track: set the behavior's global argument 'targets', or give the argument/,
    );
  }
});

Deno.test("destinations inside .git and .svc are refused, however a file system may read the name", () => {
  for (
    const path of [
      ...[".git/hooks/post-commit", ".svc/data/x", "a/.git/config", "/srv/repo/.git/config"],
      ...[".GIT/config", ".Svc/x", ".git./config", ".git /config", "GIT~1/config", ".git"],
    ]
  ) refused([target(path)], /which git or svc uses/);
  checkedTargets([target(".gitignore"), target("git/x"), target(".github/x")], undefined);
});

Deno.test("a destination that leaves its folder or cannot be one is refused", () => {
  refused([target("../x")], /contains '\.' or '\.\.'/);
  refused([target("a/../../x")], /contains '\.' or '\.\.'/);
  refused([target("a/./x")], /contains '\.' or '\.\.'/);
  refused([target("a//x")], /empty name/);
  refused([target("a/")], /names a folder/);
  refused([target("/")], /names a folder/);
  refused([target("a\\b")], /write '\/' between folders/);
  refused([target("a\u202eb")], /destPath 'a\\u\{202e\}b' contains an invisible character/);
  refused([target("a\0b")], /contains an invisible character/);
  refused([target("é".repeat(128))], /more than 255 bytes/);
});

Deno.test("two targets with one destination are refused, also where a file system ignores case", () => {
  refused([target("a/x"), target("a/x")], /'a\/x' and 'a\/x' are the same destination/);
  refused([target("a/x"), target("A/X", { srcPath: "other" })], /are the same destination/);
  refused([target("a/\u00e9"), target("a/e\u0301")], /are the same destination/);
  refused([target("a/b/c"), target("A/b")], /'A\/b' would be the folder of 'a\/b\/c'/);
  refused([target("a"), target("a/b/c")], /'a' would be the folder of 'a\/b\/c'/);
  checkedTargets([target("a/b"), target("a/bc"), target("a/b.md"), target("/a/b")], undefined);
});

Deno.test("a source path that is not one of a repository is refused", () => {
  refused([target("a", { srcPath: "/etc/passwd" })], /begins with '\/'/);
  refused([target("a", { srcPath: "docs/../x" })], /contains '\.' or '\.\.'/);
  refused([target("a", { srcPath: "docs/" })], /names a folder/);
});

Deno.test("everything that is wrong is said at once", () => {
  refused(
    [target("../x", { repo: "hello" }), target("b", { ref: "a b" })],
    /'hello' is not a repository.*destPath '\.\.\/x'.*ref 'a b' contains a space/,
  );
});
