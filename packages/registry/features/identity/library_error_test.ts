import assert from "node:assert/strict";
import { mapLibraryError } from "./library_error.ts";

Deno.test("an unknown name and a wrong password are answered alike", () => {
  const answers = [
    mapLibraryError(401, { code: "INVALID_USERNAME_OR_PASSWORD", message: "a" }),
    mapLibraryError(401, { code: "INVALID_EMAIL_OR_PASSWORD", message: "b" }),
    mapLibraryError(422, { code: "INVALID_USERNAME", message: "c" }),
    mapLibraryError(422, { code: "USERNAME_TOO_LONG", message: "d" }),
  ];
  for (const answer of answers) assert.deepEqual(answer, answers[0]);
  assert.equal(answers[0]!.status, 401);
  assert.equal(answers[0]!.body.code, "invalid_credentials");
});

Deno.test("our own refusals keep code, words and hint through the library", () => {
  assert.deepEqual(
    mapLibraryError(409, { code: "name_taken", message: "taken", hint: "another" }),
    { status: 409, body: { error: "taken", code: "name_taken", hint: "another" } },
  );
});

Deno.test("a failure of the library tells a stranger nothing", () => {
  const answer = mapLibraryError(500, { message: "SQLITE_CORRUPT /secret/path" });
  assert.deepEqual(answer, {
    status: 500,
    body: { error: "The server could not do this", code: "internal" },
  });
});

Deno.test("every other refusal has a stable code and a message", () => {
  for (const status of [400, 401, 403, 404, 405, 409, 413, 415, 422, 429]) {
    const { body } = mapLibraryError(status, undefined);
    assert.match(body.code, /^[a-z_]+$/);
    assert.ok(body.error.length > 0);
  }
});

Deno.test("a taken username is name_taken, whoever notices it", () => {
  const answer = mapLibraryError(400, { code: "USERNAME_IS_ALREADY_TAKEN", message: "…" });
  assert.equal(answer.status, 409);
  assert.equal(answer.body.code, "name_taken");
  assert.ok(answer.body.hint);
});
