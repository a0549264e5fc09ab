import assert from "node:assert/strict";
import { refusalOf } from "./refusal.ts";

const refused = () =>
  Response.json({
    error: "This credential is unknown or was revoked",
    code: "invalid_api_key",
    hint: "Run 'svc auth login', or create a new key.",
  }, { status: 401 });
const caller = { serverUrl: "https://registry.example", bearer: "svc_x" };

Deno.test("a refused stored key keeps the server's advice", async () => {
  const error = await refusalOf(refused(), caller);
  assert.equal(error.code, "invalid_api_key");
  assert.match(error.hint!, /^Run 'svc auth login'/);
});

Deno.test("a refused SVC_API_KEY is not answered with a login, which it disables", async () => {
  const error = await refusalOf(refused(), { ...caller, bearerFromEnvironment: true });
  assert.equal(error.code, "invalid_api_key");
  assert.match(error.hint!, /unset it and run 'svc auth login'/);
});
