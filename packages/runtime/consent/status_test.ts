import { deepEqual } from "node:assert/strict";
import {
  asGrants,
  asPermissions,
  type Grant,
  grantText,
  type Permissions,
} from "@svc/core/permission";
import { decisionOn } from "./decide.ts";
import { permissionRequest } from "./request.ts";
import { consentStatus, meanings } from "./status.ts";

/** What consents hold of wide entries: the line of an earlier release, which said why it is wide. */
const EARLIER: readonly [stored: string, grant: Grant][] = [
  ["net * (any host)", { kind: "net", entry: "*" }],
  ["run bash (can run anything that you can)", { kind: "run", entry: "bash" }],
  ["read / (every file that you can read)", { kind: "read", entry: "/" }],
  ["read ~ (everything in your home folder)", { kind: "read", entry: "~" }],
  ["read ~/.ssh (keys and passwords may be there)", { kind: "read", entry: "~/.ssh" }],
  ["write /etc/x (may change what the system runs)", { kind: "write", entry: "/etc/x" }],
  ["write ~/.bashrc (may change what runs as you)", { kind: "write", entry: "~/.bashrc" }],
  ["data * (the data of every behavior)", { kind: "data", entry: "*" }],
  ["run git", { kind: "run", entry: "git" }],
];

for (const [stored, { kind, entry }] of EARLIER) {
  Deno.test(`a consent that holds '${stored}' needs no second one, and holds for nothing else`, () => {
    const request = permissionRequest({ permissions: { [kind]: [entry] }, declares: true });
    const decided = (shown: string[], permissions = { [kind]: [entry] }) => {
      const { granted, open, refused } = consentStatus(request, [], { permissions, shown });
      return [Object.values(granted).flat(), open.length, refused.length];
    };
    deepEqual(decided([stored]), [[entry], 0, 0]);
    deepEqual(decided([stored], {}), [[], 0, 1], "what was not granted then is not granted now");
    deepEqual(decided([`${stored} (and more)`]), [[], 1, 0]);
    deepEqual(decided([stored.replace(entry, `${entry}x`)]), [[], 1, 0]);
    deepEqual(meanings({ kind, entry }, []), [`${kind} ${entry}`], "what is wide is no meaning");
  });
}

/** What was granted, what is asked for now, and whether that is a question. */
const CELLS: readonly [granted: Permissions, asked: Grant, isOpen: boolean][] = [
  [{ net: ["*.a.example"] }, { kind: "net", entry: "api.a.example" }, false],
  [{ net: ["*.a.example"] }, { kind: "net", entry: "api.a.example:443" }, false],
  [{ net: ["api.a.example:443"] }, { kind: "net", entry: "api.a.example" }, true],
  [{ net: ["api.a.example"] }, { kind: "net", entry: "*.a.example" }, true],
  [{ net: ["*"] }, { kind: "net", entry: "a.example" }, false],
  [{ net: ["a.example"] }, { kind: "net", entry: "*" }, true],
  [{ read: ["data"] }, { kind: "read", entry: "data/in" }, false],
  [{ read: ["data/in"] }, { kind: "read", entry: "data" }, true],
  [{ read: ["data"] }, { kind: "write", entry: "data" }, true],
  [{ run: ["git"] }, { kind: "run", entry: "/usr/bin/git" }, true],
  [{ data: ["@a/*"] }, { kind: "data", entry: "@a/b" }, false],
  [{ data: ["@a/b"] }, { kind: "data", entry: "@a/*" }, true],
  [{ read: ["${globalArgs.dir}"] }, { kind: "read", entry: "${globalArgs.dir}/x" }, true],
  [{ net: ["a.example"] }, { kind: "net", entry: "${globalArgs.url}" }, true],
];

for (const [granted, asked, isOpen] of CELLS) {
  const was = asGrants(granted).map(grantText).join();
  Deno.test(`after ${was}, ${grantText(asked)} is ${isOpen ? "" : "no "}new question`, () => {
    const request = permissionRequest({ permissions: asPermissions([asked]), declares: true });
    const shown = asGrants(granted).flatMap((one) => meanings(one, []));
    const before = { permissions: granted, shown };
    const first = consentStatus(request, [], before);
    deepEqual([first.open.length, asGrants(first.granted).map(grantText)], [
      isOpen ? 1 : 0,
      isOpen ? [] : [grantText(asked)],
    ]);
    // Nor is it one at the next update, when only the narrow one is left.
    const next = decisionOn(request, { models: [], before, asked: [], now: {} });
    deepEqual(consentStatus(request, [], next).open.length, isOpen ? 1 : 0);
  });
}
