import { deepEqual, equal } from "node:assert/strict";
import type { Permissions } from "@svc/core/permission";
import { annotationsOf, isReading } from "./annotations.ts";
import type { Offer } from "./offer.ts";

/** A method as offered. */
function offer(
  name: string,
  { kind, permissions = {}, checks = [] }: {
    kind?: string;
    permissions?: Permissions;
    checks?: { name: string; description: string; appliesTo?: string[] }[];
  } = {},
): Offer {
  return {
    found: { definition: { name: "it" } },
    resolved: { model: { checks } },
    method: { name, description: "", arguments: {}, ...(kind === undefined ? {} : { kind }) },
    granted: { permissions, lines: [], agreed: true },
  } as unknown as Offer;
}

const NET = { net: ["api.example.com"] };

/** Reads, may destroy, can be repeated, reaches others. */
function hints(one: Offer): (boolean | undefined)[] {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotationsOf(one);
  return [readOnlyHint, destructiveHint, idempotentHint, openWorldHint];
}

Deno.test("a declared kind, else the name, says what a method does", () => {
  deepEqual(hints(offer("x", { kind: "read", permissions: NET })), [true, false, true, true]);
  deepEqual(hints(offer("list")), [true, false, true, false]);
  deepEqual(hints(offer("x", { kind: "delete" })), [false, true, true, false]);
  deepEqual(hints(offer("x", { kind: "create", permissions: NET })), [false, false, false, true]);
  deepEqual(hints(offer("x", { kind: "update", permissions: NET })), [false, true, true, true]);
});

Deno.test("a method of which nothing is known may destroy what it reaches", () => {
  deepEqual(hints(offer("sync", { permissions: NET })), [false, true, false, true]);
  deepEqual(hints(offer("sync", { permissions: { write: ["."] } })), [false, true, false, false]);
  deepEqual(hints(offer("sync")), [false, false, false, false], "it only writes its own data");
});

Deno.test("a method that is declared to read is not believed where it could change the machine", () => {
  for (const permissions of [{ run: ["git"] }, { write: ["out"] }, { ...NET, run: ["gh"] }]) {
    equal(isReading(offer("get", { kind: "read", permissions })), false);
    equal(annotationsOf(offer("get", { kind: "read", permissions })).destructiveHint, true);
  }
  equal(isReading(offer("get", { permissions: { ...NET, env: ["X"], read: ["."] } })), true);
});

Deno.test("what has checks before it may destroy something, also when it is declared to create", () => {
  const check = { name: "safe", description: "" };
  equal(annotationsOf(offer("x", { kind: "create", checks: [check] })).destructiveHint, true);
  const other = { ...check, appliesTo: ["y"] };
  equal(annotationsOf(offer("x", { kind: "create", checks: [other] })).destructiveHint, false);
  equal(annotationsOf(offer("x", { kind: "read", checks: [check] })).destructiveHint, false);
});
