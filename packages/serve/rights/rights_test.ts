import assert from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import {
  ALL_RIGHTS,
  mayRead,
  mayReadAll,
  mayRun,
  MOST_ENTRIES,
  parseReadable,
  parseRights,
  parseRunnable,
  runnableText,
} from "./rights.ts";

const rights = (run: string[], read: string[] = []) => ({
  run: run.map(parseRunnable),
  read: read.map(parseReadable),
});

Deno.test("an entry names a behavior, or one method of it, or a beginning of either", () => {
  for (const text of ["deploy", "deploy:plan", "deploy:plan-*", "de*", "de*:plan", "*:list_*"]) {
    assert.equal(runnableText(parseRunnable(text)), text);
  }
  assert.equal(runnableText(parseRunnable("deploy:*")), "deploy");
});

Deno.test("what is not an entry is refused: empty parts, a star within, space, too long", () => {
  for (const text of ["", ":", "a:", ":b", "a*b", "*a", "a b", "a\n", "a:b*c", "x".repeat(600)]) {
    assert.throws(
      () => parseRunnable(text),
      (error) => isSvcError(error) && error.code === "usage",
    );
  }
  assert.throws(() => parseReadable("a:b"), isSvcError);
});

Deno.test("a method may be run when one entry allows behavior and method together", () => {
  const some = rights(["deploy:plan", "report-*:make"]);
  assert.equal(mayRun(some, "deploy", "plan"), true);
  assert.equal(mayRun(some, "deploy", "make"), false, "allowed for another behavior only");
  assert.equal(mayRun(some, "report-a", "make"), true);
  assert.equal(mayRun(some, "report", "make"), false, "one character short of the beginning");
  assert.equal(mayRun(some, "deploy2", "plan"), false, "a name is not a beginning");
});

Deno.test("who may run may see, and who may see may not run", () => {
  const some = rights(["deploy:plan"], ["audit*"]);
  assert.equal(mayRead(some, "deploy"), true);
  assert.equal(mayRead(some, "audit-log"), true);
  assert.equal(mayRun(some, "audit-log", "plan"), false);
  assert.equal(mayRead(some, "aud"), false);
});

Deno.test("nothing is allowed by an empty list, everything by the full one", () => {
  assert.equal(mayRead(rights([]), "x"), false);
  assert.equal(mayRun(ALL_RIGHTS, "x", "y"), true);
  assert.deepEqual(
    [rights([]), rights(["a*"]), rights([], ["*"]), ALL_RIGHTS].map(mayReadAll),
    [false, false, true, true],
  );
});

Deno.test("an allow list has entries, each once, and not too many", () => {
  assert.deepEqual(parseRights({ allow: ["a", "a:*", "a:b"], read: ["c", "c"] }), {
    run: [{ behavior: "a", method: "*" }, { behavior: "a", method: "b" }],
    read: ["c"],
  });
  const many = Array.from({ length: MOST_ENTRIES }, (_, index) => `b${index}`);
  assert.equal(parseRights({ allow: many, read: [] }).run.length, MOST_ENTRIES);
  for (const list of [{ allow: [], read: [] }, { allow: many, read: ["one-more"] }]) {
    assert.throws(() => parseRights(list), (error) => isSvcError(error) && error.code === "usage");
  }
});
