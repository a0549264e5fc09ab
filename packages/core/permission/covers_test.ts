import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { covers, uncovered } from "./covers.ts";
import { permissionProblem } from "./entry.ts";
import type { PermissionKind } from "./permission.ts";

const PLACES = { home: "/home/ann", root: "/home/ann/code/repo" };

/** Each with what it covers and what it does not. */
const CASES: [kind: PermissionKind, granted: string, yes: string[], no: string[]][] = [
  [
    "net",
    "*",
    ["*", "a.b", "a.b:1", "*.a.b", "8.8.8.8", "[2001:4860::8888]:80", "${env.URL}"],
    ["10.0.0.1", "[::1]:80", "localhost", "x.localhost:1", "169.254.169.254:80", "private_network"],
  ],
  ["net", "private_network", ["private_network"], ["10.0.0.1", "*", "a.b", "localhost"]],
  ["net", "a.b", ["a.b", "a.b:443"], ["*", "*.a.b", "x.a.b", "xa.b", "b", "${env.URL}"]],
  ["net", "a.b:443", ["a.b:443"], ["a.b", "a.b:80", "a.b:4433", "a.b:44"]],
  ["net", "*.a.b", ["*.a.b", "a.b", "x.a.b", "x.y.a.b:8", "*.x.a.b:8"], ["xa.b", "*.b.b", "a.b.c"]],
  ["net", "*.a.b:8", ["a.b:8", "x.a.b:8", "*.x.a.b:8"], ["a.b", "x.a.b", "*.a.b", "x.a.b:80"]],
  ["net", "[::1]:80", ["[::1]:80"], ["[::1]", "[::1]:8080", "127.0.0.1:80", "[::11]:80"]],
  ["net", "10.0.0.1", ["10.0.0.1:5"], ["10.0.0.10", "*", "210.0.0.1"]],
  ["net", "${env.URL}", ["${env.URL}"], ["${env.URL2}", "${globalArgs.URL}", "a.b", "*"]],
  ["read", ".", [".", "data", "./data/x", "/home/ann/code/repo/x"], ["/", "~", "~/code", "/home"]],
  ["read", "data", ["data", "data/", "./data//x"], ["data2", "dat", "DATA", ".", "~/data"]],
  ["read", "/a/b", ["/a/b", "/a/b/c", "/a//b/."], ["/a/bc", "/a", "/", "a/b", "/A/b", "/ab"]],
  ["read", "~", ["~/x", "/home/ann/x", ".", "data"], ["/home/anna", "/home", "/"]],
  ["read", "~/code", ["~/code/repo", "x/y", "/home/ann/code/repo"], ["~", "~/codes", "/work"]],
  ["read", "/", ["/", "~", ".", "x", "${globalArgs.dir}"], []],
  ["read", "${env.D}", ["${env.D}", "${env.D}/x"], ["${env.D2}", "${globalArgs.D}", "x", "."]],
  ["read", "${env.D}/x", ["${env.D}/x/y"], ["${env.D}", "${env.D}/xy"]],
  ["write", "out", ["out", "out/x"], ["outer"]],
  ["run", "git", ["git"], ["/usr/bin/git", "gi", "gitk", "GIT", "${env.TOOL}"]],
  ["run", "/usr/bin/git", ["/usr/bin/git"], ["git", "/usr/bin", "/usr/bin/gitk"]],
  ["env", "A", ["A"], ["AB", "a", "B"]],
  ["sys", "uid", ["uid"], ["gid"]],
  ["data", "*", ["*", "@a/*", "@a/b", "x"], []],
  ["data", "@a/*", ["@a/*", "@a/b", "@a/b/*", "@a/b/c"], ["*", "@a2/b", "@ab/*", "@b/*"]],
  ["graft", "@a/b", ["@a/b"], ["@a/b/c", "@a/bc", "a/b"]],
  ["data", "@a/b", ["@a/b"], ["@a/*", "@a/b/c", "@a/b/*", "@a/bc"]],
];

for (const [kind, granted, yes, no] of CASES) {
  Deno.test(`${kind}:${granted} covers what is a part of it and nothing beside it`, () => {
    for (const entry of [granted, ...yes, ...no]) equal(permissionProblem(kind, entry), undefined);
    const covered = (entry: string) => covers({ [kind]: [granted] }, { kind, entry }, PLACES);
    deepEqual(yes.filter((entry) => !covered(entry)), []);
    deepEqual(no.filter(covered), []);
    for (const other of (["net", "read", "env"] as const).filter((one) => one !== kind)) {
      equal(covers({ [other]: [granted] }, { kind, entry: yes[0]! }, PLACES), false);
    }
  });
}

Deno.test("without the places, paths are compared only with those that start alike", () => {
  const covered = (granted: string, entry: string) =>
    covers({ read: [granted] }, { kind: "read", entry });
  equal(covered("~", "~/x"), true);
  equal(covered(".", "x"), true);
  equal(covered("~", "x"), false);
  equal(covered("/home/ann", "~/x"), false);
  equal(covered("/", "~/x"), true);
});

const entryOf: { [kind in PermissionKind]?: fc.Arbitrary<string> } = {
  net: fc.tuple(
    fc.constantFrom("", "*."),
    fc.constantFrom("a.b", "x.a.b", "y.x.a.b", "xa.b"),
    fc.constantFrom("", ":8", ":80"),
  ).map((parts) => parts.join("")).chain((one) => fc.constantFrom(one, one, "*", "10.0.0.1:8")),
  read: fc.tuple(
    fc.constantFrom("/", "/home/ann/", "/home/ann/code/repo/", "~/", "./", "~/code/", "${env.D}/"),
    fc.array(fc.constantFrom("code", "repo", "a", "ab"), { maxLength: 3 }),
  ).map(([base, parts]) => base + parts.join("/")),
  graft: fc.constantFrom("@a/b", "@a/b/c"),
  data: fc.constantFrom("*", "@a/*", "@a/b", "@a/b/*", "@a/b/c", "@ab/*", "x"),
};

for (const [kind, entry] of Object.entries(entryOf) as [PermissionKind, fc.Arbitrary<string>][]) {
  Deno.test(`${kind}: what is covered by what is covered is covered`, () => {
    fc.assert(
      fc.property(entry, entry, entry, (one, two, three) => {
        const covered = (all: string, part: string) =>
          covers({ [kind]: [all] }, { kind, entry: part }, PLACES);
        equal(covered(one, one), true);
        if (covered(one, two) && covered(two, three)) equal(covered(one, three), true);
      }),
      { numRuns: 3000 },
    );
  });
}

Deno.test("what is not covered is left over, kind by kind", () => {
  deepEqual(
    uncovered(
      { net: ["*.a.b"], read: ["."], env: ["A"] },
      { net: ["x.a.b", "c.d"], read: ["x", "~/y"], env: ["A"], run: ["git"] },
      PLACES,
    ),
    { net: ["c.d"], read: ["~/y"], run: ["git"] },
  );
  deepEqual(uncovered({}, {}), {});
});
