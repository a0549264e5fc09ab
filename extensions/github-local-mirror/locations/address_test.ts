import assert from "node:assert/strict";
import { checkedRemotes } from "./address.ts";

Deno.test("further remotes have names of their own and addresses that run nothing", () => {
  const known = {
    ann: "https://github.com/ann/hello.git",
    "build.farm_2": "git@git.example:acme/hello.git",
    disk: "file:///srv/hello.git",
  };
  assert.deepEqual([...checkedRemotes("origin", known)], Object.entries(known));
});

for (
  const [own, known] of [
    ["origin", { origin: "https://x.example/a/b.git" }],
    ["origin", { Origin: "https://x.example/a/b.git" }],
    ["origin", { a: "https://x.example/a/b.git", A: "https://x.example/a/c.git" }],
    ["origin", { pull: "https://x.example/a/b.git" }],
    ["origin", { "fork-ann": "https://x.example/a/b.git" }],
    ["origin", { "FORK-ann": "https://x.example/a/b.git" }],
    ["pull", {}],
    ["fork-x", {}],
    ["a..b", {}],
    ["a.lock", {}],
    ["origin", { "-x": "https://x.example/a/b.git" }],
    ["origin", { "a b": "https://x.example/a/b.git" }],
    ["origin", { 'x"]\n[core]\nsshCommand = touch': "https://x.example/a/b.git" }],
    ["origin", { a: "ext::sh -c x" }],
    ["origin", { a: "http://x.example/a/b.git" }],
    ["origin", { a: "/srv/x.git" }],
    ["origin", { a: "https://u:p@x.example/a/b.git" }],
    ["origin", { "": "https://x.example/a/b.git" }],
  ] as const
) {
  Deno.test(`remotes ${own} and ${JSON.stringify(known)} are refused`, () => {
    assert.throws(() => checkedRemotes(own, known), { code: "refused" });
  });
}
