import { type AwsService, ROLE_ARN, startAws } from "@svc/fakes/aws";
import assert from "node:assert/strict";
import { type S3Source, sourceIn, SOURCES } from "./source.ts";

/** A busy machine is no fault. */
const PATIENT = 60_000;

/** What a program with only these variables gets from a source, and all that it prints. */
async function fetched(
  source: S3Source,
  env: Record<string, string>,
  patience = PATIENT,
): Promise<{ answer: Record<string, string>; printed: string }> {
  const { PATH = "", HOME = "", DENO_DIR } = Deno.env.toObject();
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--no-check",
      `${import.meta.dirname}/testing/fetch_once.ts`,
      source,
      `${patience}`,
    ],
    clearEnv: true,
    env: {
      ...{ PATH, HOME, ...(DENO_DIR === undefined ? {} : { DENO_DIR }) },
      // Whoever runs the test may have some.
      AWS_CONFIG_FILE: "/dev/null",
      AWS_SHARED_CREDENTIALS_FILE: "/dev/null",
      ...env,
    },
    stdin: "null",
  }).output();
  const [text, printed] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { answer: JSON.parse(text!), printed: `${text}${printed}` };
}

/** Those that were given out last, as they sign requests. */
function latest({ issued }: AwsService): Record<string, string> {
  const { AccessKeyId, SecretAccessKey, Token, Expiration } = issued.at(-1)!;
  return {
    accessKeyId: AccessKeyId,
    secretAccessKey: SecretAccessKey,
    sessionToken: Token,
    expires: new Date(Expiration).toISOString(),
  };
}

async function fileOf(text: string): Promise<{ path: string } & Disposable> {
  const path = await Deno.makeTempFile({ prefix: "svc-token-" });
  await Deno.writeTextFile(path, text);
  return { path, [Symbol.dispose]: () => Deno.removeSync(path) };
}

Deno.test("the variables that AWS sets say where credentials come from", async () => {
  await using aws = startAws();
  assert.equal(sourceIn({ AWS_PROFILE: "registry" }), "profile");
  assert.equal(sourceIn(aws.withIdentity("/token")), "web-identity");
  assert.equal(sourceIn(aws.inContainer("/token")), "container");
  assert.equal(sourceIn({ AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: "/v2/x" }), "container");
  const both = { ...aws.inContainer("/token"), ...aws.withIdentity("/token") };
  assert.equal(sourceIn(both), "web-identity", "as every SDK of AWS");
  assert.equal(sourceIn({ ...aws.onInstance, AWS_PROFILE: "" }), undefined, "nothing is probed");
});

Deno.test("an instance's role is asked by version 2 of the metadata service", async () => {
  await using aws = startAws();
  const { answer, printed } = await fetched("instance", aws.onInstance);
  assert.deepEqual(answer, latest(aws));
  assert.equal(printed, JSON.stringify(answer), "the library says nothing by itself");
  assert.deepEqual(aws.requests.map(({ method, path }) => `${method} ${path}`), [
    "PUT /latest/api/token",
    "GET /latest/meta-data/iam/security-credentials/",
    "GET /latest/meta-data/iam/security-credentials/archives",
  ]);
});

Deno.test("credentials end when their source says, also where the library lets them go on", async () => {
  await using aws = startAws();
  aws.lifetime = -60_000;
  const { answer } = await fetched("instance", aws.onInstance);
  assert.deepEqual(answer, latest(aws));
});

Deno.test("a container shows the token that its file holds", async () => {
  await using aws = startAws();
  using token = await fileOf(aws.containerToken);
  const { answer } = await fetched("container", aws.inContainer(token.path));
  assert.deepEqual(answer, latest(aws));
  assert.equal(aws.requests[0]!.authorization, aws.containerToken);
});

Deno.test("a service account's token is changed for the role's credentials by STS", async () => {
  await using aws = startAws();
  using token = await fileOf("eyJ.service.account");
  aws.identities.add("eyJ.service.account");
  const { answer } = await fetched("web-identity", aws.withIdentity(token.path));
  assert.deepEqual(answer, latest(aws));
  assert.equal((aws.requests[0]!.body as Record<string, string>).RoleArn, ROLE_ARN);
});

Deno.test("a profile gives its own key, or those that it is told to get elsewhere", async () => {
  await using aws = startAws();
  using config = await fileOf(`[profile lasting]
aws_access_key_id = AKIALASTING
aws_secret_access_key = lasting
[profile role]
role_arn = ${ROLE_ARN}
web_identity_token_file = /dev/null
[profile other]
`);
  const env = { ...aws.onInstance, AWS_CONFIG_FILE: config.path };
  const lasting = await fetched("profile", { ...env, AWS_PROFILE: "lasting" });
  assert.deepEqual(lasting.answer, { accessKeyId: "AKIALASTING", secretAccessKey: "lasting" });
  for (const AWS_PROFILE of ["other", "missing"]) {
    const { answer } = await fetched("profile", { ...env, AWS_PROFILE });
    assert.match(
      answer.message!,
      /no credentials for the bucket from the profile that AWS_PROFILE names: Cred/,
    );
    assert.equal(answer.hint, SOURCES.profile.hint);
  }
  assert.deepEqual(aws.requests, []);
});

Deno.test("what keeps credentials from coming is said with what to do, and quotes no answer", async () => {
  await using aws = startAws();
  using token = await fileOf("eyJ.unknown");
  const secret = "wJalrXUtnFEMI/K7MDENG";
  const half = { status: 200, body: `{"AccessKeyId":"AKIA","SecretAccessKey":"${secret}` };
  const nobody = "http://127.0.0.1:9";
  const pod = aws.inContainer(token.path);
  const rows: [S3Source, Record<string, string>, RegExp, (() => void)?][] = [
    ["instance", { AWS_EC2_METADATA_SERVICE_ENDPOINT: nobody }, /gives no token of version 2/],
    ["instance", aws.onInstance, /gives no token of version 2/, () => aws.isTooFar = true],
    ["instance", aws.onInstance, /ProviderError 404/, () => aws.role = undefined],
    ["instance", aws.onInstance, /its answer cannot be read/, () => aws.fault = half],
    ["container", pod, /Error 403/],
    ["container", pod, /no answer within 0.5 s/, () => aws.fault = "silent"],
    [
      "container",
      pod,
      /no credentials for the bucket from the container's/,
      () => aws.fault = half,
    ],
    ["container", { ...pod, AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: "/missing" }, /ENOENT/],
    ["container", { ...pod, AWS_CONTAINER_CREDENTIALS_FULL_URI: nobody }, /ECONNREFUSED/],
    ["container", { AWS_CONTAINER_CREDENTIALS_FULL_URI: "http://192.0.2.1/" }, /Error$/],
    ["web-identity", aws.withIdentity(token.path), /InvalidIdentityToken\w* 400/],
    ["web-identity", aws.withIdentity("/missing"), /ENOENT/],
    [
      "web-identity",
      aws.withIdentity(token.path),
      /no credentials for the bucket from STS/,
      () => aws.fault = half,
    ],
  ];
  for (const [source, env, says, misbehave] of rows) {
    aws.isTooFar = false;
    aws.role = "archives";
    aws.fault = undefined;
    misbehave?.();
    const { answer, printed } = await fetched(source, env, aws.fault === "silent" ? 500 : PATIENT);
    assert.equal(answer.code, "unavailable", printed);
    assert.match(answer.message!, says);
    assert.equal(answer.hint, SOURCES[source].hint);
    assert.ok(!printed.includes(secret) && !printed.includes("eyJ"), printed);
  }
});
