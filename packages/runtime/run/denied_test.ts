import { deepEqual } from "node:assert/strict";
import type { Permissions } from "@svc/core/permission";
import { repositoryAt } from "../repository/repository.ts";
import { temporaryFolder } from "../testing/extension.ts";
import { dataAccess } from "./calls/data_access.ts";
import { enforcedPermissions } from "../consent/permissions/flags.ts";

async function flagsOf(permissions: Permissions, denied: Permissions, url = "https://a.example") {
  await using folder = await temporaryFolder();
  const { flags } = enforcedPermissions({
    permissions,
    denied,
    globalArgs: { values: { url }, schema: undefined },
    repository: repositoryAt(`${folder.path}/repo`),
    scratch: `${folder.path}/scratch`,
    filesRoot: undefined,
    env: (name) => name === "HOME" ? folder.path : undefined,
  });
  const values = (name: string) =>
    flags.filter((one) => one === name || one.startsWith(`${name}=`))
      .flatMap((one) => one.slice(name.length + 1).split(","))
      .map((one) => one.replace(folder.path, "~"));
  return {
    allow: (kind: string) => values(`--allow-${kind}`),
    deny: (kind: string) => values(`--deny-${kind}`),
  };
}

Deno.test("a denied part of a granted permission is closed in the sandbox", async () => {
  const wide = await flagsOf({ net: ["*"] }, { net: ["evil.example", "*.evil.example"] });
  deepEqual(wide.allow("net"), [""]);
  deepEqual(wide.deny("net").slice(-2), ["evil.example", "*.evil.example"]);
  const some = await flagsOf({ net: ["*.example.com"] }, { net: ["x.example.com"] });
  deepEqual(some.deny("net").slice(-1), ["x.example.com"]);
  const home = await flagsOf({ read: ["~/data"] }, { read: ["~/data/secret"] });
  deepEqual(home.deny("read").includes("~/data/secret"), true);
});

Deno.test("what a placeholder turns out to be is denied as if it were written", async () => {
  const net = { net: ["${globalArgs.url}"] };
  deepEqual((await flagsOf(net, { net: ["evil.example"] })).allow("net"), ["a.example:443"]);
  const evil = await flagsOf(net, { net: ["evil.example"] }, "https://evil.example/x");
  deepEqual(evil.allow("net"), []);
  deepEqual((await flagsOf(net, { net: ["*"] })).allow("net"), []);
});

Deno.test("data that is denied is not read under a wider permission, but a behavior reads its own", () => {
  const own = { type: "@acme/secret", id: "1" };
  const resolved = {
    permissions: {},
    origin: "local",
    denied: { data: ["@acme/secret"] },
  } as const;
  const about = { type: "@acme/secret", resolved, repository: repositoryAt("/r") };
  const access = dataAccess(own, { data: ["*"] }, about);
  deepEqual(
    [own, { type: "@acme/secret", id: "2" }, { type: "@acme/other", id: "3" }].map(access.mayRead),
    [true, false, true],
  );
});
