import { deepEqual, equal, ok, throws } from "node:assert/strict";
import fc from "fast-check";
import { commaEscaped } from "../base/process/flag.ts";
import { childCommand } from "./child_command.ts";
import { PERMISSION_SET, permissionFile } from "./permission_set.ts";

const setOf = (flags: readonly string[]) =>
  JSON.parse(permissionFile(flags)).permissions[PERMISSION_SET];

Deno.test("a set holds what the flags say, those of one kind together", () => {
  deepEqual(
    setOf([
      "--allow-net",
      "--deny-net=unix:/run/docker.sock,10.0.0.0/8",
      "--allow-read=/a",
      "--allow-read=/b,,c,/d",
      "--deny-read=/a/x",
    ]),
    {
      net: { allow: true, deny: ["unix:/run/docker.sock", "10.0.0.0/8"] },
      read: { allow: ["/a", "/b,c", "/d"], deny: ["/a/x"] },
    },
  );
  deepEqual(setOf([]), {});
  for (const flag of ["-A", "--allow-all-x", "--preload=/x", "/x"]) {
    throws(() => permissionFile([flag]), /no flag of a permission/);
  }
});

Deno.test("any path survives, also one with commas", () => {
  const paths = fc.array(fc.stringMatching(/^\/[a,= ]{0,8}$/), { minLength: 1, maxLength: 4 });
  fc.assert(fc.property(paths, (all) => {
    deepEqual(setOf([`--allow-read=${commaEscaped(all)}`]).read.allow, all);
  }));
});

Deno.test("no other user of the machine reads hosts, paths and values of a run from its command line", () => {
  const { args, environment, permissions } = childCommand({
    bundle: "/r/bundle.js",
    main: "data:text/javascript,1",
    denoDir: {
      path: "/tmp/d",
      environment: { DENO_DIR: "/tmp/d" },
      flags: ["--deny-read=/tmp/d"],
      remove: () => Promise.resolve(),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    },
    cwd: "/r",
    permissionFlags: ["--allow-net=customer.example", "--allow-read=/home/ada/customer"],
    environment: {},
    mark: undefined,
    timeLimitMs: 1000,
    memoryLimitMb: 256,
  });
  equal(args.join(" ").includes("customer"), false);
  equal(JSON.stringify(environment).includes("customer"), false);
  ok(permissions.text.includes("customer.example") && permissions.text.includes("/home/ada"));
});
