import assert from "node:assert/strict";
import { createPublicKey, createVerify } from "node:crypto";
import { type IssuerKind, JOB_CLAIMS } from "./claims.ts";
import { startIssuer } from "./issuer.ts";

const KINDS = Object.keys(JOB_CLAIMS) as IssuerKind[];

function claimsOf(token: string) {
  return JSON.parse(
    new TextDecoder().decode(
      Uint8Array.fromBase64(token.split(".")[1]!, { alphabet: "base64url" }),
    ),
  );
}

async function json(url: string) {
  const response = await fetch(url);
  assert.equal(response.status, 200);
  return await response.json();
}

for (const kind of KINDS) {
  Deno.test(`${kind}: discovery names the issuer and its keys, and they verify its tokens`, async () => {
    await using issuer = await startIssuer(kind);
    const discovery = await json(`${issuer.issuer}/.well-known/openid-configuration`);
    assert.equal(discovery.issuer, issuer.issuer);
    const { keys: [key] } = await json(discovery.jwks_uri);
    const token = await issuer.token("https://registry.test");
    const [header, body, signature] = token.split(".");
    const verify = createVerify("RSA-SHA256").update(`${header}.${body}`);
    assert.ok(verify.verify(createPublicKey({ key, format: "jwk" }), signature!, "base64url"));
    const claims = claimsOf(token);
    assert.equal(claims.aud, "https://registry.test");
    assert.ok(claims.exp > claims.iat);
  });
}

Deno.test("a job asks for its token with its bearer, and nobody else gets one", async () => {
  await using issuer = await startIssuer("github");
  issuer.job = { environment: undefined };
  const { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: bearer } =
    issuer.jobEnvironment;
  const refused = await fetch(`${url}&audience=x`);
  await refused.body?.cancel();
  assert.equal(refused.status, 401);
  const answer = await fetch(`${url}&audience=x`, {
    headers: { authorization: `Bearer ${bearer}` },
  });
  const claims = claimsOf((await answer.json()).value);
  assert.equal(claims.aud, "x");
  assert.equal("environment" in claims, false);
});

Deno.test("a rotated issuer publishes the new key alone", async () => {
  await using issuer = await startIssuer("gitlab");
  const before = await json(`${issuer.issuer}/.well-known/jwks`);
  await issuer.rotate();
  const after = await json(`${issuer.issuer}/.well-known/jwks`);
  assert.notEqual(before.keys[0].kid, after.keys[0].kid);
  assert.equal(after.keys.length, 1);
});
