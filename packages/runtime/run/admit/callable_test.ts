import { doesNotThrow, throws } from "node:assert/strict";
import type { Permissions } from "@svc/core/permission";
import { parseType } from "@svc/core/type";
import { refusal } from "../../testing/refusal.ts";
import type { ResolvedType } from "../../consent/types/resolved.ts";
import { assertMayRun } from "./callable.ts";

type Party = Parameters<typeof assertMayRun>[0];

function party(
  origin: ResolvedType["origin"],
  extension: string | undefined,
  more: { dependencies?: string[]; permissions?: Permissions; serverUrl?: string | undefined } = {},
): Party {
  return {
    serverUrl: "serverUrl" in more ? more.serverUrl : "https://registry.example",
    type: parseType(extension ?? "@acme/loose"),
    origin,
    ...(extension === undefined ? {} : { extension }),
    permissions: more.permissions ?? {},
    ...(more.dependencies === undefined ? {} : { dependencies: more.dependencies }),
  };
}

const SHELL = party("builtin", undefined, { permissions: { run: ["sh"] } });
const CASES: [what: string, caller: Party, target: Party, may: boolean][] = [
  ["its own extension", party("pulled", "@acme/a"), party("pulled", "@acme/a"), true],
  ["its own collective", party("pulled", "@acme/a"), party("pulled", "@acme/b"), true],
  [
    "its own collective's of another registry",
    party("pulled", "@acme/a"),
    party("pulled", "@acme/b", { serverUrl: "https://other.example" }),
    false,
  ],
  [
    "its own collective's where nobody knows the registry",
    party("pulled", "@acme/a", { serverUrl: undefined }),
    party("pulled", "@acme/b", { serverUrl: undefined }),
    false,
  ],
  ["another collective", party("pulled", "@acme/a"), party("pulled", "@other/b"), false],
  [
    "a collective whose name begins like its own",
    party("pulled", "@acme/a"),
    party("pulled", "@acme-inc/b"),
    false,
  ],
  [
    "a dependency",
    party("pulled", "@acme/a", { dependencies: ["@other/b"] }),
    party("pulled", "@other/b"),
    true,
  ],
  [
    "a dependency's name at another registry",
    party("pulled", "@acme/a", { dependencies: ["@other/b"] }),
    party("pulled", "@other/b", { serverUrl: "https://other.example" }),
    false,
  ],
  [
    "a dependency, for the repository's own sources, wherever it was pulled from",
    party("local", "@acme/a", { dependencies: ["@other/b"] }),
    party("pulled", "@other/b"),
    true,
  ],
  ["its collective's other sources", party("local", "@acme/a"), party("local", "@acme/b"), true],
  [
    "one whose name begins like a dependency",
    party("pulled", "@acme/a", { dependencies: ["@other/b"] }),
    party("pulled", "@other/b2"),
    false,
  ],
  [
    "a pulled one of a collective that sources of the repository name",
    party("local", "@acme/a"),
    party("pulled", "@acme/b"),
    false,
  ],
  ["other sources of the repository", party("local", undefined), party("local", undefined), true],
  ["sources by a pulled one", party("pulled", "@acme/a"), party("local", undefined), false],
  ["a pulled one by loose sources", party("local", undefined), party("pulled", "@acme/b"), false],
  ["a shell command", party("pulled", "@acme/a"), SHELL, false],
  [
    "a shell command with the permission to run another program",
    party("pulled", "@acme/a", { permissions: { run: ["git"] } }),
    SHELL,
    false,
  ],
  [
    "a shell command with the permission to run sh",
    party("pulled", "@acme/a", { permissions: { run: ["sh"] } }),
    SHELL,
    true,
  ],
];
for (const [what, caller, target, may] of CASES) {
  Deno.test(`a method ${may ? "may" : "may not"} run ${what}`, () => {
    if (may) doesNotThrow(() => assertMayRun(caller, target));
    else throws(() => assertMayRun(caller, target), refusal("permission_denied", /may not run/));
  });
}
