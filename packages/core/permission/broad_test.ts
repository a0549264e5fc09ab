import { deepEqual, equal } from "node:assert/strict";
import { broadGrant } from "./broad.ts";
import type { PermissionKind } from "./permission.ts";
import { shownPermissions } from "./shown.ts";

const PLACES = { home: "/home/ann", root: "/home/ann/code/repo" };

/** Each kind with entries that say what is wide about them, and entries that grant what they name. */
const CASES: [kind: PermissionKind, said: string, broad: string[], exact: string[]][] = [
  ["net", "any public host", ["*"], ["*.a.b", "a.b", "${env.URL}"]],
  [
    "net",
    "its hosts may lead anywhere in your private network",
    ["private_network"],
    ["10.0.0.1", "private.network", "private-network"],
  ],
  [
    "net",
    "may hand out the credentials of this machine",
    ["169.254.169.254", "169.254.170.2:80", "100.100.100.200", "[fd00:ec2::254]:80", "[fe80::1]"],
    ["127.0.0.1", "10.0.0.1:443", "100.100.100.201", "[fd00:ec2::253]", "metadata.example"],
  ],
  [
    "run",
    "can run anything that you can",
    ["bash", "/bin/sh", "python3.12", "node_20", "BASH", "~/bin/env", "lua5.4", "deno.exe", "npx"],
    ["git", "gh", "shfmt", "pythonic", "${env.SHELL}"],
  ],
  ["read", "every file that you can read", ["/", "//"], ["/srv/a"]],
  ["read", "everything in your home folder", ["~", "/home/ann", "/home", "~/."], ["~/a", "/hom"]],
  [
    "read",
    "keys and passwords may be there",
    ["~/.ssh", "~/.ssh/id", "/home/ann/.aws", "~/.config/gh"],
    ["~/ssh", "/home/anna/.ssh", ".ssh", "."],
  ],
  ["write", "may change what the system runs", ["/etc", "/usr/local/bin/x"], ["/data", "etc"]],
  ["write", "may change what runs as you", ["~/.bashrc", "/home/ann/bin", "~/.x/y"], ["~/out"]],
  ["data", "the data of every behavior", ["*"], ["@a/*"]],
];

for (const [kind, said, broad, exact] of CASES) {
  Deno.test(`${kind}: ${said}`, () => {
    const on = (entries: string[]) =>
      entries.map((entry) => [entry, broadGrant(kind, entry, PLACES)]);
    deepEqual(on(broad), broad.map((entry) => [entry, said]));
    for (const [entry, words] of on(exact)) equal(words === said, false, entry!);
  });
}

Deno.test("a line says where a path leads, what a pattern holds, and what is wide about it", () => {
  deepEqual(
    shownPermissions(
      {
        net: ["*.a.b", "*", "localhost:8080", "10.0.0.1", "169.254.169.254", "224.0.0.1"],
        run: ["~/bin/bash", "${globalArgs.tool}"],
        read: ["~/data", "/etc/hosts", "~", "docs"],
        write: ["${globalArgs.dir}/out"],
      },
      [{ globalArguments: { properties: { dir: { default: "/tmp/\u202ex" } } } }],
      PLACES,
    ),
    [
      "net *.a.b (a.b and all names below it)",
      "net * (any public host)",
      "net localhost:8080 (this machine)",
      "net 10.0.0.1 (your private network)",
      "net 169.254.169.254 (the local link, or a service of the cloud; may hand out the credentials " +
      "of this machine)",
      "net 224.0.0.1 (a multicast or reserved address)",
      "run ~/bin/bash (/home/ann/bin/bash; can run anything that you can)",
      "run ${globalArgs.tool} (the program you set)",
      "read ~/data (/home/ann/data)",
      "read /etc/hosts",
      "read ~ (/home/ann; everything in your home folder)",
      "read docs",
      "write ${globalArgs.dir}/out (/tmp/\\u202ex/out unless you set another)",
    ],
  );
});
