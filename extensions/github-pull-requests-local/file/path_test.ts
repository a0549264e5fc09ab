import assert from "node:assert/strict";
import { checkPath } from "./path.ts";

Deno.test("ordinary paths are taken as they are", () => {
  const good = [
    "README.md",
    "a/b/c.txt",
    ".github/workflows/ci.yml",
    ".gitignore",
    "a b",
    "ü/{x}",
    "%2e%2e/x",
    "-x",
    "...",
    ".git2/x",
    "x.git/y",
    "a#b?c",
  ]; // deno-fmt-ignore-line
  for (const path of good) assert.equal(checkPath(path), path);
});

Deno.test("a path that leaves the repository or enters .git is refused", () => {
  const bad = [
    "",
    "/etc/passwd",
    "C:/x",
    "c:x",
    "..",
    "a/../b",
    "../x",
    "a/..",
    ".",
    "a/./b",
    "a//b",
    "a/",
    ".git/config",
    ".GIT/config",
    "a/.git/hooks/x",
    ".git",
    ".git./config",
    ".git /x",
    ".git::$INDEX_ALLOCATION/x",
    "git~1/config",
    "GIT~1",
    ".g\u200cit/config",
    ".git\ufeff/x",
    "a\\..\\b",
    "a\\b",
    "a\nb",
    "a\u0000b",
    "\ud800",
    "x".repeat(256),
  ]; // deno-fmt-ignore-line
  for (const path of bad) {
    assert.throws(() => checkPath(path), /is not a path in a repository: /, JSON.stringify(path));
  }
});
