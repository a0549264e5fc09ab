import { deepEqual, equal, ok } from "node:assert/strict";
import type { Permissions } from "@svc/core/permission";
import { testFlags } from "./test_flags.ts";

/** The flag of a kind for the tests of an extension that declares these permissions. */
function flag(kind: string, permissions: Permissions = {}, folder = "/tool"): string {
  const manifest = { permissions } as Parameters<typeof testFlags>[0];
  const flags = testFlags(manifest, { folder, temporary: "/tmp" });
  return flags.find((each) => each.split("=")[0] === `--allow-${kind}`) ?? "";
}

Deno.test("tests get what the manifest declares, beside what they need of themselves", () => {
  ok(flag("net", { net: ["api.example.com"] }).endsWith(",api.example.com"));
  equal(
    flag("read", { read: ["~/notes", "/etc/hosts"] }),
    `--allow-read=/tool,/tmp,${Deno.env.get("HOME")}/notes,/etc/hosts`,
  );
  equal(flag("read", {}, "/home/Doe, Ada,/etc"), "--allow-read=.,/tmp");
  equal(flag("run", { run: ["git"] }), `--allow-run=${Deno.execPath()},git`);
  equal(flag("sys"), "");
  equal(flag("data", { data: ["a"] }) + flag("graft"), "", "they are no flags of Deno");
});

Deno.test("an entry whose value is not known before a run stands for all of its kind", () => {
  const open: Permissions[] = [
    { net: ["*.example.com"] },
    { net: ["${config.host}"] },
    { net: ["a,b"] },
  ];
  deepEqual(open.map((each) => flag("net", each)), Array(3).fill("--allow-net"));
});
