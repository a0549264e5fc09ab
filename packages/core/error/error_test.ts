import assert from "node:assert/strict";
import { ERROR_CODES, type ErrorCode } from "./codes.ts";
import { isSvcError, SvcError } from "./error.ts";

Deno.test("a code is snake_case and its status an HTTP failure", () => {
  for (const [code, status] of Object.entries(ERROR_CODES)) {
    assert.match(code, /^[a-z]+(?:_[a-z]+)*$/);
    assert.ok(status >= 400 && status <= 599, code);
  }
});

/** Spec §7 and design §4, transcribed by hand. */
const STATUSES: [ErrorCode, number][] = [
  ["not_authenticated", 401],
  ["token_expired", 401],
  ["missing_scope", 403],
  ["wrong_collective", 403],
  ["role_too_low", 403],
  ["not_found", 404],
  ["personal_collective", 400],
  ["malformed_body", 400],
  ["version_exists", 409],
  ["archive_too_large", 413],
  ["body_too_large", 413],
  ["rate_limited", 429],
];
for (const [code, status] of STATUSES) {
  Deno.test(`${code} answers ${status} (spec §7, design §4)`, () => {
    assert.equal(new SvcError(code, "x").status, status);
  });
}

Deno.test("the body carries what was said and never the cause or a stack", () => {
  const error = new SvcError("not_found", "No such extension", {
    hint: "Search for it",
    cause: new Error("SELECT secret"),
    details: [{ path: "name", message: "unknown" }],
  });
  assert.deepEqual(JSON.parse(JSON.stringify(error)), {
    error: "No such extension",
    code: "not_found",
    hint: "Search for it",
    details: [{ path: "name", message: "unknown" }],
  });
  assert.ok(isSvcError(error) && !isSvcError(new Error("x")));
});

Deno.test("absent parts are absent from the body, not null", () => {
  assert.deepEqual(Object.keys(new SvcError("internal", "x").toJSON()), ["error", "code"]);
});

Deno.test("a status may be given for the rare code that has two", () => {
  assert.equal(new SvcError("not_found", "x", { status: 410 }).status, 410);
});
