import { equal } from "node:assert/strict";
import { denoFolder, ownFolder } from "./deno_folder.ts";

Deno.test("Deno's folder is the one that Deno itself would take; without a home there is none", () => {
  const at = (env: Record<string, string>) => denoFolder((name) => env[name]);
  const home = Deno.build.os === "darwin" ? "/h/Library/Caches/deno" : "/h/.cache/deno";
  equal(at({ DENO_DIR: "/d", XDG_CACHE_HOME: "/c", HOME: "/h" }), "/d");
  equal(at({ DENO_DIR: "", XDG_CACHE_HOME: "/c", HOME: "/h" }), "/c/deno");
  equal(at({ XDG_CACHE_HOME: "relative", HOME: "/h" }), home);
  equal(at({}), undefined);
  equal(ownFolder((name) => ({ DENO_DIR: "/d" })[name]), "/d/svc");
});
