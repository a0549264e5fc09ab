import assert from "node:assert/strict";
import { hostsOf } from "./hosts.ts";

Deno.test("who was found to take writes is the primary until another is, which was promoted no less often", () => {
  const hosts = hostsOf(["a", "b", "c"]);
  assert.deepEqual([hosts.current(), hosts.isPrimary("a", 2), hosts.isPrimary("b", 2)], [
    "a",
    true,
    true,
  ]);
  assert.ok(hosts.found("b", 2));
  assert.deepEqual([hosts.current(), hosts.isPrimary("a", 2), hosts.isPrimary("b", 2)], [
    "b",
    false,
    true,
  ]);
  assert.ok(!hosts.found("a", 1), "a was promoted over");
  assert.equal(hosts.current(), "b");
  assert.ok(hosts.found("c", 2), "as poolers before one Postgres are alike");
  assert.ok(hosts.found("a", 3));
  assert.deepEqual([hosts.current(), hosts.isPrimary("c", 2)], ["a", false]);
  assert.ok(!hosts.isPrimary("a", 2), "another stood at this address");
});

Deno.test("of connections that fail at the same time one moves on to the next, and behind the last to the first", () => {
  const hosts = hostsOf(["a", "b"]);
  for (const _ of ["one", "another"]) hosts.leave("a");
  assert.equal(hosts.current(), "b");
  hosts.leave("b");
  assert.equal(hosts.current(), "a");
});
