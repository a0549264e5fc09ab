import assert from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import { find } from "./find.ts";

Deno.test("words of npm, cargo, gh and git find what svc calls them, if it has that", () => {
  const cases: [string, string[]][] = [
    ["uninstall @acme/tool", ["extension rm"]],
    ["remove", ["extension rm"]],
    ["publish", ["extension push"]],
    ["new", ["extension init", "behavior create", "init"]],
    ["create", ["extension init", "behavior create", "init"]],
    ["install @acme/tool", ["extension pull", "extension install"]],
    ["browse", ["extension open"]],
    ["verify", ["data verify"]],
    ["diff", ["extension outdated"]],
    ["run site check", ["behavior run"]],
    ["run lst", ["run list", "run ls"]],
    ["extension uninstall @acme/tool", ["extension rm"]],
    ["schedule disable nightly", ["schedule pause"]],
    ["schedule stop nightly", ["schedule pause"]],
    ["schedule enable nightly", ["schedule resume"]],
    ["schedule start nightly", ["schedule run"]],
    ["run stop", ["run cancel"]],
    ["behavior rm site", ["behavior delete"]],
    ["serve token delete ci", ["serve token revoke"]],
    ["secret set prod KEY", ["vault put"]],
    ["secret", ["vault"]],
    ["workflow list", ["behavior list"]],
    ["hlep", ["help"]],
  ];
  for (const [typed, meant] of cases) {
    const hint = `Did you mean ${meant.map((name) => `'svc ${name}'`).join(" or ")}?`;
    assert.throws(() => find(typed.split(" ")), (error) => {
      assert.ok(error instanceof SvcError);
      assert.equal(error.hint, hint, typed);
      return true;
    });
  }
});
