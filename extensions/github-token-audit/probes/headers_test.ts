import assert from "node:assert/strict";
import { headersTell } from "./headers.ts";

Deno.test("what no header tells is null", () => {
  assert.deepEqual(headersTell({}), {
    clientId: null,
    scopes: null,
    expiresAt: null,
    sso: null,
    enterpriseVersion: null,
  });
});

Deno.test("an empty list of scopes is a list, not an unknown one", () => {
  assert.deepEqual(headersTell({ "x-oauth-scopes": "" }).scopes, []);
  assert.deepEqual(headersTell({ "x-oauth-scopes": "repo, read:org" }).scopes, [
    "repo",
    "read:org",
  ]);
});

Deno.test("the end is told in UTC or with an offset; anything else is not guessed at", () => {
  const end = (value: string) =>
    headersTell({ "github-authentication-token-expiration": value }).expiresAt;
  assert.equal(end("2026-12-24 18:00:00 UTC"), "2026-12-24T18:00:00.000Z");
  assert.equal(end("2026-12-24 18:00:00 +0130"), "2026-12-24T16:30:00.000Z");
  assert.equal(end("2026-12-24 18:00:00 -08:00"), "2026-12-25T02:00:00.000Z");
  for (const value of ["", "never", "2026-12-24", "2026-99-99 00:00:00 UTC"]) {
    assert.equal(end(value), null, value);
  }
});

Deno.test("single sign-on tells the organisation that asks, or the ones left out", () => {
  const sso = (value: string) => headersTell({ "x-github-sso": value }).sso;
  assert.deepEqual(
    sso("required; url=https://github.com/orgs/octo-org/sso?authorization_request=AZSCK"),
    { required: true, organizations: ["octo-org"] },
  );
  assert.deepEqual(sso("partial-results; organizations=21955855,20582480"), {
    required: false,
    organizations: ["21955855", "20582480"],
  });
  assert.deepEqual(sso("required"), { required: true, organizations: [] });
});
