import assert from "node:assert/strict";
import type { ExtensionStatus } from "@svc/core/wire";
import { remarks, stateOf } from "./installed_state.ts";

const AT = "2026-11-21T00:00:00.000Z";
const NEWEST = { stable: "2026.11.21.1", rc: null, beta: null };
const STATUS: ExtensionStatus = {
  name: "@acme/tool",
  yankedAt: null,
  yankReason: null,
  deprecatedAt: null,
  deprecationReason: null,
  supersededBy: null,
  latest: NEWEST,
  eligible: NEWEST,
  installed: {
    version: "2026.11.20.1",
    channel: "stable",
    publishedAt: AT,
    yankedAt: null,
    yankReason: null,
    advisories: [],
    trust: "passed",
  },
};

const DAY = { text: "1d", cutoff: new Date(AT) };

function stateWith(
  version: string,
  answer: Partial<ExtensionStatus> | undefined,
  more: Partial<Parameters<typeof stateOf>[1]> & { channel?: string } = {},
) {
  const { channel, ...options } = more;
  const one = stateOf({ name: "@acme/tool", version, ...(channel ? { channel } : {}) }, {
    here: true,
    answer: { status: answer && { ...STATUS, ...answer } },
    pins: [],
    minAge: undefined,
    ...options,
  });
  return [one.status, one.wantedVersion, remarks(one).join("; ")];
}

const OLD = "2026.11.20.1";
const YANKED = { installed: { ...STATUS.installed!, yankedAt: AT, yankReason: "leaks" } };
const QUARANTINED = {
  ...YANKED,
  restriction: { kind: "quarantine" as const, at: AT, category: "malware" as const, note: "Odd" },
};
const GONE = { stable: null, rc: null, beta: null };

Deno.test("what is not the newest of its channel can be updated, whatever else is known of it", () => {
  const available = "2026.11.21.1 is available";
  assert.deepEqual(stateWith("2026.11.21.1", {}), ["up_to_date", null, ""]);
  assert.deepEqual(stateWith(OLD, {}), ["update_available", "2026.11.21.1", available]);
  assert.deepEqual(stateWith(OLD, YANKED), [
    "update_available",
    "2026.11.21.1",
    `yanked: leaks; ${available}`,
  ]);
  assert.deepEqual(stateWith("2026.11.21.1", QUARANTINED), ["yanked", null, "in quarantine: Odd"]);
  const beta = { ...NEWEST, beta: "2026.11.22.1" };
  const wide = { latest: beta, eligible: beta };
  assert.deepEqual(stateWith("2026.11.21.1", wide)[0], "up_to_date", "a stable one stays stable");
  assert.deepEqual(stateWith("2026.11.21.1", wide, { channel: "beta" })[1], "2026.11.22.1");
  assert.deepEqual(stateWith(OLD, {}, { channel: "beta" })[1], "2026.11.21.1", "all promoted");
});

Deno.test("a version is never put back, also not a yanked one", () => {
  const older = { latest: { ...GONE, stable: OLD }, eligible: { ...GONE, stable: OLD } };
  assert.deepEqual(stateWith("2026.11.21.1", { ...older, ...YANKED }), [
    "yanked",
    null,
    "yanked: leaks",
  ]);
  const all = { yankedAt: AT, yankReason: "bad", latest: GONE, eligible: GONE };
  assert.deepEqual(stateWith(OLD, all), ["yanked", null, "yanked: bad"]);
});

Deno.test("a pin and the least age hold back, and are named", () => {
  const pins = [{ version: OLD, by: "@acme/user" }];
  assert.deepEqual(stateWith(OLD, {}, { pins }), [
    "held_back",
    null,
    "2026.11.21.1 is held back: @acme/user pins 2026.11.20.1",
  ]);
  assert.deepEqual(stateWith("2026.11.19.1", {}, { pins })[1], OLD, "up to the pin");
  const young = { eligible: { ...GONE, stable: OLD } };
  assert.deepEqual(stateWith(OLD, young, { minAge: DAY }), [
    "held_back",
    null,
    "2026.11.21.1 is held back: younger than 1d",
  ]);
});

Deno.test("deprecated, advisories, not here, not found and not asked are each told", () => {
  const deprecated = { deprecatedAt: AT, deprecationReason: "old", supersededBy: "@acme/new" };
  const advised = { installed: { ...STATUS.installed!, advisories: ["npm:left@1: HIGH"] } };
  assert.deepEqual(
    stateWith("2026.11.21.1", { ...deprecated, ...advised }, { here: false }),
    ["deprecated", null, "not installed; 1 known advisory; deprecated, use @acme/new"],
  );
  assert.deepEqual(stateWith(OLD, undefined), [
    "not_found",
    null,
    "not found in the registry, or not visible to you",
  ]);
  const answer = { unasked: "no network" };
  assert.deepEqual(stateWith(OLD, {}, { answer }), ["failed", null, "not known"]);
});
