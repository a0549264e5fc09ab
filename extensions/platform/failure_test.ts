import assert from "node:assert/strict";
import { FAILURE_CODES, type FailureCode, failureOf, PlatformFailure } from "./failure.ts";

/** An error as the client library throws it for an answer. */
function refused(
  status: number,
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
  method = "GET",
) {
  return Object.assign(new Error(String(body.message)), {
    status,
    response: { headers, data: body },
    request: { method },
  });
}

const RULES: readonly [string, Error, FailureCode, RegExp][] = [
  ["401", refused(401), "unauthorized", /token is not valid/],
  ["403 plain", refused(403), "forbidden", /may not do this/],
  [
    "403 with the permission that is missing",
    refused(403, { message: "Resource not accessible by personal access token" }, {
      "x-accepted-github-permissions": "contents=write; workflows=write",
    }),
    "forbidden",
    /one of these permissions: contents=write; workflows=write/,
  ],
  [
    "403 at the end of the hour's budget",
    refused(403, {}, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1798761600" }),
    "rate_limited",
    /until 2027-01-01T00:00:00\.000Z\. Run again then/,
  ],
  ["429 that says no time", refused(429), "rate_limited", /Run again later/],
  [
    "403 of a secondary limit",
    refused(403, { message: "You have exceeded a secondary rate limit" }),
    "rate_limited",
    /used up/,
  ],
  [
    "403 of single sign-on",
    refused(403, {}, { "x-github-sso": "required; url=https://github.com/orgs/acme/sso?a=1" }),
    "sso_required",
    /Authorise .* at https:\/\/github\.com\/orgs\/acme\/sso\?a=1,/,
  ],
  [
    "403 of single sign-on with an address that is not https",
    refused(403, {}, { "x-github-sso": "required; url=javascript:alert(1)" }),
    "sso_required",
    /Authorise the token for the organisation, then/,
  ],
  [
    "403 of an archived repository",
    refused(403, { message: "Repository was archived so is read-only." }),
    "archived",
    /archived/,
  ],
  [
    "403 of a suspended account",
    refused(403, { message: "Sorry. Your account was suspended." }),
    "suspended",
    /suspended/,
  ],
  [
    "403 of a plan",
    refused(403, { message: "Upgrade to GitHub Pro or make this repository public to enable it." }),
    "plan",
    /plan/,
  ],
  ["404 of a read", refused(404), "not_found", /does not exist, or the token may not see it/],
  ["404 of a write", refused(404, {}, {}, "POST"), "not_found", /see the repository and write/],
  [
    "405",
    refused(405, { message: "Pull Request is not mergeable" }),
    "not_mergeable",
    /"Pull Request is not mergeable"/,
  ],
  ["406", refused(406), "too_large", /too large/],
  ["409", refused(409, { message: "Head branch was modified" }), "conflict", /"Head branch was/],
  [
    "409 of an empty repository",
    refused(409, { message: "Git Repository is empty." }),
    "empty_repository",
    /empty/,
  ],
  ["410", refused(410, { message: "Issues are disabled" }), "gone", /deleted, or/],
  [
    "422 with errors",
    refused(422, { message: "Validation Failed", errors: [{ field: "base", code: "invalid" }] }),
    "invalid",
    /"Validation Failed: base invalid"/,
  ],
  [
    "422 of what exists",
    refused(422, { message: "Validation Failed", errors: [{ code: "already_exists" }] }),
    "already_exists",
    /already exists/,
  ],
  [
    "422 of a pull request that exists",
    refused(422, { message: "x", errors: [{ message: "A pull request already exists for a:b." }] }),
    "already_exists",
    /already exists for a:b/,
  ],
  [
    "422 of a rule",
    refused(422, { message: "Repository rule violations found\n\nCannot create ref" }),
    "rule_violation",
    /by a rule of the repository/,
  ],
  [
    "451",
    refused(451, { block: { reason: "dmca", html_url: "https://github.com/github/dmca/1" } }),
    "legal",
    /\(dmca\)\. The notice: https:\/\/github\.com\/github\/dmca\/1/,
  ],
  ["400", refused(400), "invalid", /answered 400/],
  ["502", refused(502), "unavailable", /answered 502/],
];

for (const [name, error, code, message] of RULES) {
  Deno.test(`${name} is ${code}`, () => {
    const failure = failureOf(error, "the alerts of octocat/hello-world");
    assert.equal(failure.code, code);
    assert.equal(failure.status, (error as Error & { status: number }).status);
    assert.match(failure.message, /^the alerts of octocat\/hello-world: /);
    assert.match(failure.message, message);
  });
}

Deno.test("no answer at all is unavailable, with the reason", () => {
  const failure = failureOf(Object.assign(new Error("connection refused"), { status: 500 }), "x");
  assert.deepEqual([failure.code, failure.status], ["unavailable", null]);
  assert.match(failure.message, /no answer, connection refused/);
});

Deno.test("an error of our own code is thrown on as it is, never as a missing answer", async () => {
  const absent = undefined as unknown as { name: string };
  for (const wrong of [() => absent.name, () => new Array(-1)]) {
    let bug: unknown;
    try {
      wrong();
    } catch (error) {
      bug = error;
    }
    assert.throws(() => failureOf(bug, "x"), (thrown) => thrown === bug);
  }
  assert.throws(() => failureOf(new ReferenceError("y is not defined"), "x"), ReferenceError);
  // Nobody listens there, nor does any program get it by chance.
  const refused = await fetch("http://127.0.0.1:2/").catch((error) => error);
  assert.ok(refused instanceof TypeError);
  assert.equal(failureOf(refused, "x").code, "unavailable");
});

Deno.test("an aborted run is thrown on as it is", () => {
  const abort = new DOMException("stopped", "AbortError");
  assert.throws(() => failureOf(abort, "x"), (thrown) => thrown === abort);
});

Deno.test("what the platform says is quoted on one line, short and without control characters", () => {
  const message = `\u001b[31mno\u001b[0m\r\n${"é".repeat(500)}\u202e`;
  const failure = failureOf(refused(422, { message }), "x");
  const quote = /"(no .*)"/.exec(failure.message)?.[1] ?? "";
  assert.equal([...quote].length, 201);
  assert.match(quote, /^no é+…$/);
});

Deno.test("what the platform says of other refusals is not repeated", () => {
  for (const status of [401, 403, 404, 410, 500]) {
    const failure = failureOf(refused(status, { message: "ghp_secret" }), "x");
    assert.ok(!JSON.stringify([failure, failure.message, failure.stack]).includes("ghp_secret"));
  }
});

Deno.test("a failure found before its subject was known gets it in front, once", () => {
  const early = new PlatformFailure("no_program");
  assert.match(failureOf(early, "the release").message, /^the release: a program is missing\. /);
  assert.match(failureOf(failureOf(early, "b"), "c").message, /^the release: a program/);
});

Deno.test("a failure is shown without the name of a class in front", () => {
  assert.match(String(new PlatformFailure("not_found", { what: "x" })), /^Error: x: not found/);
});

Deno.test("every code has a reason and a hint", () => {
  for (const code of FAILURE_CODES) {
    assert.match(new PlatformFailure(code).message, /^.{3,}\. .{8,}/);
  }
});

Deno.test("a failure of the platform names no line of code, which is not its reason", () => {
  assert.equal(new PlatformFailure("refused", { reason: "no" }).stack, undefined);
});
