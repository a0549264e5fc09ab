import assert from "node:assert/strict";
import { hostileText } from "@svc/fakes/text";
import fc from "fast-check";
import {
  coversDataOf,
  netPlaceholder,
  PERMISSION_KINDS,
  permissionChanges,
  permissionLines,
  permissionProblem,
  type Permissions,
} from "./permission.ts";
import { normalizeType } from "../type/type.ts";

const GOOD: Record<string, string[]> = {
  net: ["api.github.com", "localhost:8080", "*.example.com", "10.0.0.1", "[::1]:443", "[fe80::1]"]
    .concat("${env.GITHUB_API_URL}", "${globalArgs.baseUrl}", "xn--bcher-kva.example"),
  run: ["gh", "git", "python3.12", "g++", "node_20"],
  env: ["HOME", "GH_TOKEN", "_x1"],
  read: ["data", "data/in.json", "./x", "a b", "..a"],
  write: ["out", "out/x.txt"],
  sys: ["hostname", "cpus"],
  data: ["@acme/scan", "@acme/*", "@acme/cloud/vm", "@acme/cloud/*", "command/shell", "aws/*"]
    .concat("scan", "*", "@a/b_c-2"),
};

const BAD: Record<string, string[]> = {
  net: ["", "*", "https://a.b", "a.b/c", "a b", "a,b", "a.b:", "a.b:123456", "-a.b", "user@a.b"]
    .concat("${env.}", "${env.A-B}", "${other.X}", "x${env.A}", "a..b", "*.*.a", "${env.A}:80")
    .concat("a.b:99999", "300.1.1.1", "a.b\n"),
  run: ["", "/bin/sh", "../x", "a b", "-rf", "a,b", "*", "gh\n"],
  env: ["", "A-B", "1A", "A=B", "A,B", "*", "A*", "A\n"],
  read: ["", "/etc", "~/x", "../x", "a/../b", "a\\b", "a,b", "a\0", "a\nb", "a/.."],
  write: ["", "/", "~", "..", "a,b", ".", "./", ".//."],
  sys: ["", "all", "Hostname", "toString"],
  data: ["", "@acme", "@", "/", "@acme/", "@/scan", "/*", "@*", "**", "*/scan", "@acme/*/scan"]
    .concat("@acme/s*", "@Acme/scan", "a//b", "a/../b", "a/@b", "@@a/b", "a.b", "a b", "a,b", "a\n")
    .concat("@acme/scan ", "AWS::EC2", "@acme/\u0455can", "-a/b"),
};

for (const kind of PERMISSION_KINDS) {
  for (const entry of GOOD[kind]!) {
    Deno.test(`${kind} ${JSON.stringify(entry)} can be granted`, () => {
      assert.equal(permissionProblem(kind, entry), undefined);
    });
  }
  for (const entry of BAD[kind]!) {
    Deno.test(`${kind} ${JSON.stringify(entry)} is refused with what is allowed`, () => {
      assert.match(permissionProblem(kind, entry) ?? "", /^must be /);
    });
  }
}

Deno.test("no accepted entry can carry a second grant in a comma-separated flag", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...PERMISSION_KINDS),
      hostileText,
      (kind, entry) => {
        if (permissionProblem(kind, entry) === undefined) {
          assert.ok(!/[,\0\n]/.test(entry), JSON.stringify(entry));
        }
      },
    ),
  );
});

for (
  const [entries, type, covered] of [
    [["@acme/scan"], "@acme/scan", true],
    [["@acme/scan"], "@acme/scan/deep", false],
    [["@acme/scan"], "@acme/scanner", false],
    [["@acme/*"], "@acme/scan", true],
    [["@acme/*"], "@acme/cloud/vm", true],
    [["@acme/*"], "@acme-tools/scan", false],
    [["@acme/*"], "@acme", false],
    [["@acme/cloud/*"], "@acme/cloud", false],
    [["@acme/cloud/*"], "@acme/clouds/vm", false],
    [["x/y", "@acme/*"], "@acme/scan", true],
    [["*"], "command/shell", true],
    [[], "@acme/scan", false],
  ] as const
) {
  Deno.test(`data ${entries.join(", ") || "none"} ${covered ? "covers" : "does not cover"} ${type}`, () => {
    assert.equal(coversDataOf(entries, type), covered);
  });
}

Deno.test("a data entry is a form that the types themselves are compared in", () => {
  for (const entry of GOOD["data"]!) {
    assert.equal(normalizeType(entry), entry);
    if (!entry.includes("*")) assert.ok(coversDataOf([entry], normalizeType(entry.toUpperCase())));
  }
});

Deno.test("a placeholder names an argument or a variable", () => {
  assert.deepEqual(netPlaceholder("${env.GITHUB_API_URL}"), {
    source: "env",
    name: "GITHUB_API_URL",
  });
  assert.deepEqual(netPlaceholder("${globalArgs.baseUrl}"), {
    source: "globalArgs",
    name: "baseUrl",
  });
  assert.equal(netPlaceholder("api.github.com"), undefined);
});

const permissions: fc.Arbitrary<Permissions> = fc.record(
  Object.fromEntries(
    PERMISSION_KINDS.map((kind) => [kind, fc.subarray(GOOD[kind]!)]),
  ) as Record<string, fc.Arbitrary<string[]>>,
  { requiredKeys: [] },
);

Deno.test("changes are what was added and what was given up, and none between equals", () => {
  fc.assert(fc.property(permissions, permissions, (before, after) => {
    const { added, removed } = permissionChanges(before, after);
    const lines = new Set(permissionLines(before));
    for (const line of removed) assert.ok(lines.delete(line));
    for (const line of added) lines.add(line);
    assert.deepEqual([...lines].sort(), permissionLines(after).sort());
    assert.deepEqual(permissionChanges(after, after), { added: [], removed: [] });
  }));
});
