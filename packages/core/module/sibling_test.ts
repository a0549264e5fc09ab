import assert from "node:assert/strict";
import { lazily } from "./lazily.ts";
import { siblingPath, siblingUrl } from "./sibling.ts";

Deno.test("a sibling is found beside its module, whatever the folder is called", () => {
  const place = { url: "file:///home/a%20b/50%25%23/svc/run/command.ts" };
  assert.equal(siblingPath(place, "child/main.ts"), "/home/a b/50%#/svc/run/child/main.ts");
  assert.equal(
    siblingUrl(place, "child/main.ts"),
    "file:///home/a%20b/50%25%23/svc/run/child/main.ts",
  );
  assert.equal(siblingPath(place, "../.."), "/home/a b/50%#");
  assert.equal(siblingPath(place, "."), "/home/a b/50%#/svc/run");
});

Deno.test("a module loaded lazily is the one that an import gives", async () => {
  const loaded = await lazily<typeof import("./sibling.ts")>(import.meta, "./sibling.ts");
  assert.equal(loaded.siblingPath, siblingPath);
});
