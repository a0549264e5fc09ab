import assert from "node:assert/strict";
import { startAws } from "./aws.ts";
import { ROLE_ARN } from "./aws_service.ts";

const CREDENTIALS = "/latest/meta-data/iam/security-credentials/";

async function ask(url: string, init: RequestInit = {}): Promise<[number, string]> {
  const answer = await fetch(url, init);
  return [answer.status, await answer.text()];
}

Deno.test("instance metadata is given for a token only, which nobody behind a proxy gets", async () => {
  await using aws = startAws();
  const token = `${aws.url}/latest/api/token`;
  const lasting = (seconds: string, more: Record<string, string> = {}) =>
    ask(token, {
      method: "PUT",
      headers: { "x-aws-ec2-metadata-token-ttl-seconds": seconds, ...more },
    });
  for (const seconds of ["0", "21601", "six hours", ""]) {
    assert.equal((await lasting(seconds))[0], 400, seconds);
  }
  assert.equal((await ask(token, { method: "PUT" }))[0], 400);
  assert.equal((await ask(token))[0], 405);
  assert.equal((await lasting("60", { "x-forwarded-for": "192.0.2.1" }))[0], 403);
  const [status, session] = await lasting("21600");
  assert.equal(status, 200);
  const having = (value: string) => ({ headers: { "x-aws-ec2-metadata-token": value } });
  const at = `${aws.url}${CREDENTIALS}`;
  assert.equal((await ask(at))[0], 401);
  assert.equal((await ask(at, having("made up")))[0], 401);
  assert.deepEqual(await ask(at, having(session)), [200, "archives"]);
  const [, text] = await ask(`${at}archives`, having(session));
  const { LastUpdated, ...given } = JSON.parse(text);
  assert.deepEqual(given, { Code: "Success", Type: "AWS-HMAC", ...aws.issued[0] });
  for (const time of [LastUpdated, given.Expiration]) {
    assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  }
  aws.role = undefined;
  assert.equal((await ask(at, having(session)))[0], 404);
});

Deno.test("the agent of a container gives credentials for the token as it is", async () => {
  await using aws = startAws();
  const { AWS_CONTAINER_CREDENTIALS_FULL_URI: url = "" } = aws.inContainer("/token");
  assert.equal((await ask(url))[0], 403);
  const [status, text] = await ask(url, { headers: { authorization: aws.containerToken } });
  assert.equal(status, 200);
  assert.deepEqual(JSON.parse(text), { RoleArn: ROLE_ARN, ...aws.issued[0] });
});

Deno.test("STS changes a known token for the role's credentials, in XML", async () => {
  await using aws = startAws();
  aws.identities.add("known");
  const take = (fields: Record<string, string>) =>
    ask(aws.url, {
      method: "POST",
      body: new URLSearchParams({
        ...{ Action: "AssumeRoleWithWebIdentity", Version: "2011-06-15" },
        ...{ RoleArn: ROLE_ARN, RoleSessionName: "registry", WebIdentityToken: "known", ...fields },
      }),
    });
  const codeOf = ([status, text]: [number, string]) => [status, /<Code>(\w+)</.exec(text)?.[1]];
  assert.deepEqual(codeOf(await take({ WebIdentityToken: "other" })), [
    400,
    "InvalidIdentityToken",
  ]);
  assert.deepEqual(codeOf(await take({ RoleArn: "" })), [400, "ValidationError"]);
  assert.deepEqual(codeOf(await take({ RoleSessionName: "a b" })), [400, "ValidationError"]);
  assert.deepEqual(codeOf(await take({ Version: "2010-05-08" })), [400, "InvalidAction"]);
  const [status, text] = await take({});
  assert.equal(status, 200);
  const { AccessKeyId, SecretAccessKey, Token, Expiration } = aws.issued[0]!;
  for (const value of [AccessKeyId, SecretAccessKey, `<SessionToken>${Token}<`, Expiration]) {
    assert.ok(text.includes(value), text);
  }
});
