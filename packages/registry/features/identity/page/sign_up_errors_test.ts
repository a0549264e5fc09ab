import { signUpErrors } from "./sign_up.tsx";
import assert from "node:assert/strict";

Deno.test("a refusal of a sign-up stands beside its field", () => {
  assert.deepEqual(
    signUpErrors({ error: "Taken", code: "name_taken", hint: "Choose another." }),
    { username: "Taken. Choose another." },
  );
  assert.deepEqual(
    signUpErrors({ error: "[body.email] must be an e-mail address", code: "validation_failed" }),
    { email: "must be an e-mail address" },
  );
  assert.deepEqual(
    signUpErrors({
      error: "Invalid",
      code: "validation_failed",
      details: [{ path: "body.password", message: "must be at least 8 characters" }],
    }),
    { password: "must be at least 8 characters" },
  );
});

Deno.test("a refusal about no field stands above the form", () => {
  assert.deepEqual(
    signUpErrors({ error: "Too many requests", code: "rate_limited", hint: "Wait a minute." }),
    { form: "Too many requests. Wait a minute." },
  );
});
