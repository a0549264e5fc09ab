import assert from "node:assert/strict";
import type { SvcError } from "@svc/core/error";
import type { ExtensionInfo } from "@svc/core/wire";
import { chooseVersion, type Wish } from "./choose_version.ts";
import { describeTarget, parseTarget } from "./lifecycle.ts";
import { extensionPath } from "./path.ts";

function choose(latest: Partial<ExtensionInfo>, wish: Partial<Wish>) {
  const info = {
    name: "@acme/tool",
    latestVersion: null,
    latestRc: null,
    latestBeta: null,
    yankedAt: null,
    ...latest,
  } as ExtensionInfo;
  return chooseVersion(info, { version: undefined, channel: undefined, ...wish });
}

Deno.test("without a wish it is the newest stable version", () => {
  assert.deepEqual(choose({ latestVersion: "2026.01.01.1", latestBeta: "2026.01.02.1" }, {}), {
    version: "2026.01.01.1",
    channel: undefined,
  });
});

Deno.test("a version asked for keeps the channel it is the newest of", () => {
  const latest = { latestVersion: "2026.01.01.1", latestRc: "2026.01.02.1" };
  assert.deepEqual(choose(latest, { version: "2026.01.02.1" }), {
    version: "2026.01.02.1",
    channel: "rc",
  });
  assert.equal(choose(latest, { version: "2025.01.01.1" }).channel, undefined);
});

Deno.test("a dependency falls back to beta, then rc (reference wire 3)", () => {
  const wish = { anyChannel: true };
  assert.equal(choose({ latestRc: "2026.01.02.1" }, wish).channel, "rc");
  assert.equal(
    choose({ latestRc: "2026.01.02.1", latestBeta: "2026.01.01.1" }, wish).channel,
    "beta",
  );
});

Deno.test("nothing there names the channel that has something, or says that nothing has", () => {
  const refused = (latest: Partial<ExtensionInfo>, wish: Partial<Wish>): SvcError => {
    try {
      choose(latest, wish);
    } catch (error) {
      return error as SvcError;
    }
    assert.fail("chosen");
  };
  assert.match(refused({ latestBeta: "2026.01.01.1" }, {}).hint!, /--channel beta$/);
  assert.match(refused({ latestVersion: "2026.01.01.1" }, { channel: "rc" }).hint!, /stable$/);
  assert.match(refused({}, {}).message, /no published versions$/);
  assert.match(refused({ yankedAt: "2026-01-01" }, {}).message, /it was yanked$/);
  assert.equal(refused({}, { version: "latest" }).code, "invalid_argument");
});

Deno.test("a target is a name, a name with a version in either form, or a channel", () => {
  const attached = parseTarget("@acme/tool@2026.01.01.1", undefined);
  assert.deepEqual(attached, parseTarget("@acme/tool", "2026.01.01.1"));
  assert.equal(describeTarget(attached), "@acme/tool 2026.01.01.1");
  assert.equal(describeTarget(parseTarget("@acme/tool", undefined, "beta")), "@acme/tool (beta)");
  assert.throws(() => parseTarget("@acme/tool@1", undefined));
});

Deno.test("a name is encoded whole, the @ of a version stays (reference wire 0.4)", () => {
  assert.equal(extensionPath("@a/b/c"), "/api/v1/extensions/%40a%2Fb%2Fc");
  assert.equal(extensionPath("@a/b", "2026.02.26.1"), "/api/v1/extensions/%40a%2Fb@2026.02.26.1");
});
