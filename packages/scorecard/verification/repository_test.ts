import assert from "node:assert/strict";
import fc from "fast-check";
import { HOSTS, parseRepository } from "./repository.ts";

const path = (url: string) => {
  const parsed = parseRepository(url);
  return "problem" in parsed ? parsed : `${parsed.host} ${parsed.path}`;
};

Deno.test("repository: owner and name are read, with and without .git, slashes and paths below", () => {
  for (
    const tail of ["", "/", ".git", "/tree/main/src", "?tab=readme", "#readme", "/issues/1"]
  ) {
    assert.equal(path(`https://github.com/team/tool${tail}`), "github.com team/tool");
  }
  assert.equal(path("https://GitHub.com/Team/Tool"), "github.com Team/Tool");
  assert.equal(path("https://github.com:443/team/tool"), "github.com team/tool");
  assert.equal(path("https://gitlab.com/a/b/c.git"), "gitlab.com a/b/c");
  assert.equal(path("https://gitlab.com/a/b/-/blob/main/x"), "gitlab.com a/b");
  assert.equal(path("https://bitbucket.org/w/r/src/main"), "bitbucket.org w/r");
});

Deno.test("repository: anything but https on exactly one of the four hosts is refused", () => {
  for (
    const url of [
      "",
      "team/tool",
      "http://github.com/team/tool",
      "git@github.com:team/tool.git",
      "ssh://git@github.com/team/tool",
      "https://www.github.com/team/tool",
      "https://github.com.evil.example/team/tool",
      "https://evil.example/github.com/team/tool",
      "https://github.com./team/tool",
      "https://github.com:8443/team/tool",
      "https://user@github.com/team/tool",
      "https://github.com@evil.example/team/tool",
      "https://gitlab.example.com/team/tool",
      "https://127.0.0.1/team/tool",
      "https://gíthub.com/team/tool",
    ]
  ) assert.ok(Object.hasOwn(parseRepository(url), "problem"), url);
});

Deno.test("repository: a path that could lead the API elsewhere is refused", () => {
  for (
    const tail of [
      "",
      "/team",
      "/team/",
      "/team/%2e%2e",
      "/team/..%2f..%2fuser",
      "/team/a%3Fb",
      "/team/to%20ol",
      "/team/.git",
      "/te%00am/tool",
    ]
  ) assert.ok(Object.hasOwn(parseRepository(`https://github.com${tail}`), "problem"), tail);
  assert.ok(Object.hasOwn(parseRepository("https://gitlab.com/-/user/settings"), "problem"));
});

Deno.test("repository: whatever the address, the API's path stays below the repositories' path", () => {
  const tail = fc.array(
    fc.constantFrom("a", "..", "%2e", "%2F", "?", "#", "/", "\\", ".git", "-", "@"),
  );
  fc.assert(fc.property(fc.constantFrom(...Object.keys(HOSTS)), tail, (host, parts) => {
    const parsed = parseRepository(`https://${host}/${parts.join("")}`);
    if ("problem" in parsed) return;
    const { apiUrl, path } = HOSTS[parsed.host];
    const url = new URL(`${apiUrl}${path(parsed.path)}`);
    assert.equal(`${url.origin}${url.pathname}`, `${apiUrl}${path(parsed.path)}`);
    assert.equal(url.search + url.hash, "");
  }));
});
