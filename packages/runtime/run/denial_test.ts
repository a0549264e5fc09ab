import { deepEqual, equal } from "node:assert/strict";
import { denialIn, permissionDenied } from "./denial.ts";

const ABOUT = { type: "@acme/greeter", manifest: "ext/manifest.yaml", root: "/repo" };
const NONE = "The sandbox grants this to no extension.";

/** Each denial with the manifest line that would grant it; undefined where none does. */
const DENIALS: [kind: string, target: string, line: string | undefined][] = [
  ["net", "a.example:443", "net:\n      - a.example"],
  ["net", "a.example:80", "net:\n      - a.example"],
  ["net", "a.example:8443", 'net:\n      - "a.example:8443"'],
  ["data", "@acme/other", 'data:\n      - "@acme/other"'],
  ["data", "no type\n", 'data:\n      - "*"'],
  ["env", "GH_TOKEN", "env:\n      - GH_TOKEN"],
  ["sys", "hostname", "sys:\n      - hostname"],
  ["run", "/usr/bin/git", "run:\n      - git"],
  ["run", "git", "run:\n      - git"],
  ["read", "/repo/docs/a.md", 'read:\n      - "docs/a.md"'],
  ["write", "/repo/out", "write:\n      - out"],
  ["read", "docs", "read:\n      - docs"],
  ["read", "/repo/.svc/data", undefined],
  ["write", "/repository/x", undefined],
  ["read", "/etc/passwd", undefined],
  ["ffi", "lib.so", undefined],
];

for (const [kind, target, line] of DENIALS) {
  Deno.test(`a denied ${kind} of ${JSON.stringify(target)} says ${line === undefined ? "that nobody gets it" : "what would grant it"}`, () => {
    const error = permissionDenied({ kind, target }, ABOUT);
    equal(error.code, "permission_denied");
    equal(
      error.message,
      `@acme/greeter asked for ${kind} access to ${target}, which its manifest does not declare`,
    );
    equal(
      error.hint,
      line === undefined
        ? NONE
        : `If it should have it, add to ext/manifest.yaml:\n  permissions:\n    ${line}`,
    );
  });
}

Deno.test("a type without a known manifest is told of its extension's", () => {
  const { hint } = permissionDenied({ kind: "env", target: "A" }, {
    ...ABOUT,
    manifest: undefined,
  });
  equal(hint?.startsWith("If it should have it, add to the extension's manifest.yaml:"), true);
});

Deno.test("Deno's refusals are recognised with their target, in quotes or brackets, other messages are not", () => {
  deepEqual(denialIn('Requires net access to "a.example:443", run again with --allow-net'), {
    kind: "net",
    target: "a.example:443",
  });
  deepEqual(denialIn("Requires read access to <exec_path>, run again"), {
    kind: "read",
    target: "exec_path",
  });
  equal(denialIn("404 Not Found"), undefined);
});
