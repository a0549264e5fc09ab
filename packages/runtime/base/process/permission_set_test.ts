import { deepEqual, throws } from "node:assert/strict";
import fc from "fast-check";
import { commaEscaped } from "./flag.ts";
import { permissionFile } from "./permission_set.ts";

const setOf = (flags: readonly string[]) => JSON.parse(permissionFile(flags)).permissions.child;

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
