import { deepEqual, equal } from "node:assert/strict";
import {
  type Grant,
  parseGrant,
  PERMISSION_KINDS,
  type PermissionKind,
} from "@svc/core/permission";
import fc from "fast-check";
import { isDenied, permitted, rulesFor } from "./apply.ts";
import { parsePolicy } from "./parse.ts";

const PLACES = { home: "/home/ada", root: "/home/ada/repo" };

function rules(text: string, name: string, from?: string) {
  return rulesFor(parsePolicy(text, "/policy.yaml"), { name, from });
}

Deno.test("what is allowed for a name is allowed for its registry only, what is denied for all", () => {
  const text = `
extensions:
  "@acme/*":
    from: https://registry.acme.example
    allow: [run:git]
    deny: [env:TOKEN]
`;
  const allowed = (name: string, from?: string) => rules(text, name, from).allow;
  deepEqual(allowed("@acme/x", "https://registry.acme.example/"), { run: ["git"] });
  for (
    const from of [undefined, "local", "https://evil.example", "http://registry.acme.example"]
      .concat("https://registry.acme.example.evil.example", "https://registry.acme.example:8443")
  ) {
    deepEqual(allowed("@acme/x", from), {}, String(from));
    deepEqual(rules(text, "@acme/x", from).deny, { env: ["TOKEN"] });
  }
  for (const name of ["@acme2/x", "@acme", "acme/x", "type:@acme/x"]) {
    deepEqual(rules(text, name, "https://registry.acme.example").deny, {}, name);
  }
  deepEqual(rules(text, "@ACME/X", "https://evil.example").deny, { env: ["TOKEN"] });
  deepEqual(rulesFor(undefined, { name: "@acme/x", from: "local" }), { allow: {}, deny: {} });
});

for (
  const [deny, given, denied] of [
    ["net:*.evil.example", "net:a.evil.example:443", true],
    ["net:evil.example:443", "net:evil.example", false],
    ["net:evil.example", "net:*", false],
    ["net:*", "net:${globalArgs.url}", true],
    ["net:*", "net:private_network", true],
    ["net:*", "net:10.0.0.1:443", true],
    ["net:private_network", "net:private_network", true],
    ["net:private_network", "net:10.0.0.1:443", true],
    ["net:private_network", "net:[fd00::1]", true],
    ["net:private_network", "net:127.0.0.1", false],
    ["net:private_network", "net:a.example", false],
    ["net:10.0.0.1", "net:private_network", false],
    ["run:git", "run:/usr/bin/git", true],
    ["run:/opt/git", "run:git", true],
    ["run:git", "run:gitx", false],
    ["run:*", "run:sh", true],
    ["env:AWS_*", "env:AWS_SECRET", true],
    ["env:AWS_*", "env:AWS", false],
    ["read:~/.ssh", "read:/home/ada/.ssh/id", true],
    ["read:~/.ssh", "read:~", false],
    ["read:secrets", "read:/home/ada/repo/secrets/a", true],
    ["write:*", "read:a", false],
    ["data:@acme/*", "data:@acme/x", true],
    ["data:@acme/x", "data:@acme/*", false],
    ["graft:*", "graft:@acme/x", true],
    ["graft:@acme/x", "graft:@acme/x", true],
    ["graft:@acme/x", "graft:@acme/y", false],
    ["data:*", "graft:@acme/x", false],
  ] as const
) {
  Deno.test(`deny ${deny} ${denied ? "takes" : "leaves"} ${given}`, () => {
    const { deny: denies } = rules(`deny: ["${deny}"]`, "x");
    equal(isDenied(parseGrant(given), denies, PLACES), denied);
  });
}

Deno.test("nothing that is denied is permitted, whoever grants it", () => {
  const entries: Record<PermissionKind, string[]> = {
    net: ["a.example", "*.example.com", "b.example.com:443", "*", "${env.URL}"],
    run: ["git", "/usr/bin/git", "sh"],
    env: ["HOME", "AWS_A", "AWS_B"],
    read: ["data", "~/data", "/etc"],
    write: ["out", "~/out", "/srv/x"],
    sys: ["cpus", "hostname"],
    data: ["@acme/x", "@acme/*", "*"],
    graft: ["@acme/x", "@other/x"],
  };
  const grant: fc.Arbitrary<Grant> = fc.constantFrom(...PERMISSION_KINDS).chain((kind) =>
    fc.constantFrom(...entries[kind]).map((entry) => ({ kind, entry }))
  );
  const some = fc.array(grant, { maxLength: 8 }).map((all) =>
    Object.fromEntries(
      PERMISSION_KINDS.map((kind) => [
        kind,
        all.filter((one) => one.kind === kind).map(({ entry }) => entry),
      ]),
    )
  );
  fc.assert(fc.property(some, some, some, (granted, allow, deny) => {
    const left = permitted(granted, { allow, deny }, PLACES);
    for (const kind of PERMISSION_KINDS) {
      for (const entry of left[kind] ?? []) {
        equal(isDenied({ kind, entry }, deny, PLACES), false, `${kind} ${entry}`);
      }
      for (const entry of [...granted[kind]!, ...allow[kind]!]) {
        equal(
          left[kind]?.includes(entry) ?? false,
          !isDenied({ kind, entry }, deny, PLACES),
          `${kind} ${entry}`,
        );
      }
    }
  }));
});
