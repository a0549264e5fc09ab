import assert from "node:assert/strict";
import { isSvcError, type SvcError } from "@svc/core/error";
import { type IssuerKind, startIssuer, startRunner } from "@svc/fakes/oidc";
import { startService } from "../../fakes/service/mod.ts";
import { identityToken } from "./identity_token.ts";
import { ciJob } from "./provider.ts";

const AUDIENCE = "https://registry.test";

/** Quick enough for a test, in milliseconds. */
const WAITING = { timeoutMs: 5000, pauses: [1, 1] };

function asked(env: Record<string, string>, timeoutMs = WAITING.timeoutMs) {
  const host = { env: (name: string) => env[name] };
  return identityToken(host, ciJob(host)!, AUDIENCE, { ...WAITING, timeoutMs });
}

async function refusal(work: Promise<unknown>): Promise<SvcError> {
  const error = await work.then(() => assert.fail("it was given"), (thrown) => thrown);
  assert.ok(isSvcError(error), String(error));
  return error;
}

Deno.test("GitHub gives a token for the audience, whatever else it answers", async () => {
  await using issuer = await startIssuer("github");
  await using runner = startRunner(issuer);
  const { token, claims, isOnly } = await asked(runner.env);
  assert.deepEqual([claims["aud"], claims["repository"], isOnly], [
    AUDIENCE,
    "acme/greeter",
    false,
  ]);
  assert.deepEqual(runner.given, [token]);
  assert.equal(
    runner.requests[0]!.path,
    `/idtoken?api-version=2.0&audience=${encodeURIComponent(AUDIENCE)}`,
  );
});

Deno.test("an answer of 5xx is asked for again, and stands the third time", async () => {
  await using issuer = await startIssuer("github");
  await using runner = startRunner(issuer);
  runner.fault = { status: 502 };
  const given = asked(runner.env);
  const error = await refusal(given);
  assert.equal(runner.requests.length, 3);
  assert.deepEqual([error.code, /GitHub Actions answered 502/.test(error.message)], [
    "unavailable",
    true,
  ]);
});

const FAULTS = [
  [{ status: 401 }, "not_authenticated", /answered 401/, /id-token: write/],
  [{ status: 403 }, "not_authenticated", /answered 403/, /id-token: write/],
  ["malformed", "token_malformed", /not an identity token/, /./],
  ["broken", "unavailable", /could not be reached/, /again/],
  ["endless", "unavailable", /far more than a token/, /again/],
  ["silent", "timeout", /no identity token within 0\.2 s/, /again/],
  [{ status: 302, headers: { location: "http://127.0.0.1:9/" } }, "unavailable", /reached/, /./],
  [{ status: 200, body: '{"value":7}' }, "token_malformed", /not an identity token/, /./],
  [{ status: 200, body: "null" }, "token_malformed", /not an identity token/, /./],
  [{ status: 200, body: '{"value":"a.b\\n::warning::c.d"}' }, "token_malformed", /not an/, /./],
] as const;

for (const [fault, code, message, hint] of FAULTS) {
  Deno.test(`GitHub answers ${JSON.stringify(fault)}: ${code}, and its bearer in no error`, async () => {
    await using issuer = await startIssuer("github");
    await using runner = startRunner(issuer);
    runner.fault = fault;
    const error = await refusal(asked(runner.env, fault === "silent" ? 200 : undefined));
    assert.equal(error.code, code, error.message);
    assert.match(error.message, message);
    assert.match(error.hint!, hint);
    const all = JSON.stringify([error, error.stack, String(error.cause)]);
    assert.ok(!all.includes(runner.env["ACTIONS_ID_TOKEN_REQUEST_TOKEN"]!));
  });
}

for (const bearer of ["a\nb", "a b", "ä"]) {
  Deno.test(`a bearer that no header can hold is in no error: ${JSON.stringify(bearer)}`, async () => {
    const error = await refusal(asked({
      GITHUB_ACTIONS: "true",
      ACTIONS_ID_TOKEN_REQUEST_URL: "http://127.0.0.1:9/?x",
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: `s3cret${bearer}`,
    }));
    assert.ok(!JSON.stringify([error, error.stack]).includes("s3cret"));
  });
}

Deno.test("an address that is none is not asked", async () => {
  const env = { GITHUB_ACTIONS: "true", ACTIONS_ID_TOKEN_REQUEST_TOKEN: "x" };
  for (const url of ["file:///etc/passwd", "no address"]) {
    const error = await refusal(asked({ ...env, ACTIONS_ID_TOKEN_REQUEST_URL: url }));
    assert.equal(error.code, "unavailable");
  }
});

Deno.test("SVC_ID_TOKEN is taken as it is, and is the only one", async () => {
  await using issuer = await startIssuer("gitlab");
  const token = await issuer.token(AUDIENCE);
  const given = await asked({ GITLAB_CI: "true", SVC_ID_TOKEN: `${token}\n` });
  assert.deepEqual([given.token, given.isOnly], [token, true]);
});

const WRONG: readonly [what: string, (kind: IssuerKind) => Promise<string>, code: string][] = [
  ["for another registry", (kind) => made(kind, "https://other.test"), "token_invalid"],
  ["for two audiences", (kind) => made(kind, [AUDIENCE, "sigstore"]), "token_invalid"],
  ["that has expired", (kind) => made(kind, AUDIENCE, { exp: 1_700_000_000 }), "token_invalid"],
  ["that is a key", () => Promise.resolve("svc_0123"), "token_malformed"],
  ["with claims that are no object", () => Promise.resolve("e30.W10.e30"), "token_malformed"],
  ["of 20 KB", () => Promise.resolve(`e30.${"e".repeat(20_000)}.e30`), "token_malformed"],
];

async function made(kind: IssuerKind, audience: unknown, claims = {}): Promise<string> {
  await using issuer = await startIssuer(kind);
  return await issuer.token(audience, claims);
}

for (const [what, make, code] of WRONG) {
  Deno.test(`SVC_ID_TOKEN ${what} is told before it is sent, and not shown`, async () => {
    const token = await make("gitlab");
    const error = await refusal(asked({ GITLAB_CI: "true", SVC_ID_TOKEN: token }));
    assert.equal(error.code, code);
    assert.match(error.message, code === "token_invalid" ? /identity token/ : /SVC_ID_TOKEN/);
    assert.ok(!JSON.stringify(error).includes(token));
  });
}

Deno.test("a job without a way to a token is told what its provider needs", async () => {
  for (
    const [env, hint] of [
      [{ GITHUB_ACTIONS: "true" }, /permissions: \{ contents: read, id-token: write \}/],
      [
        { GITLAB_CI: "true" },
        /id_tokens: \{ SVC_ID_TOKEN: \{ aud: "https:\/\/registry\.test" \} \}/,
      ],
      [{ CI: "true" }, /Set SVC_ID_TOKEN .* audience https:\/\/registry\.test/],
      [{ BUILDKITE: "true" }, /buildkite-agent/],
      [{ CIRCLECI: "true" }, /circleci/],
    ] as const
  ) {
    const error = await refusal(asked(env));
    assert.equal(error.code, "not_authenticated", error.message);
    assert.match(error.hint!, hint);
  }
});

Deno.test("Google's metadata server is asked as documented", async () => {
  await using issuer = await startIssuer("google");
  await using metadata = startService(async ({ path }, headers) => {
    const { pathname, searchParams } = new URL(path, "http://metadata");
    if (headers.get("metadata-flavor") !== "Google") return new Response(null, { status: 403 });
    assert.equal(pathname, "/computeMetadata/v1/instance/service-accounts/default/identity");
    assert.equal(searchParams.get("format"), "full");
    return new Response(await issuer.token(searchParams.get("audience")));
  });
  const env = { GCE_METADATA_HOST: new URL(metadata.url).host };
  const { claims } = await asked(env);
  assert.equal(claims["email"], "publisher@acme-ci.iam.gserviceaccount.test");
  for (
    const [fault, code] of [["endless", "unavailable"], ["silent", "timeout"], [
      { status: 404 },
      "unavailable",
    ]] as const
  ) {
    metadata.fault = fault;
    assert.equal((await refusal(asked(env, fault === "silent" ? 200 : undefined))).code, code);
  }
});
