import assert from "node:assert/strict";
import { isSvcError, type SvcError } from "@svc/core/error";
import { comparePublishers } from "@svc/core/publisher";
import { type IssuerKind, startIssuer, startRunner } from "@svc/fakes/oidc";
import { fakeSigstore, type SigstoreService, startSigstore } from "@svc/fakes/sigstore";
import { type Provenance, publisherOf, readTrustRoot, verifyProvenance } from "@svc/provenance";
import { ciJob, SIGSTORE_TOKEN_VARIABLE } from "./provider.ts";
import { type JobSigning, signAsJob } from "./sign_as_job.ts";

const SUBJECT = { name: "@acme/greeter@2026.11.23.1", checksum: "a".repeat(64) };
const fake = await fakeSigstore();
const folder = await Deno.makeTempDir();
addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
await Deno.writeTextFile(`${folder}/root.json`, fake.root);
await Deno.writeTextFile(`${folder}/policy.yaml`, `provenance: { root: ${folder}/root.json }\n`);

/** A job before an instance of Sigstore. */
async function desk(kind: IssuerKind = "github") {
  const issuer = await startIssuer(kind);
  const runner = startRunner(issuer);
  const sigstore = startSigstore(fake, [issuer.issuer]);
  let stderr = "";
  const env: Record<string, string | undefined> = {
    ...(kind === "github"
      ? runner.env
      : { GITLAB_CI: "true", [SIGSTORE_TOKEN_VARIABLE]: await issuer.token("sigstore") }),
    SVC_POLICY: `${folder}/policy.yaml`,
  };
  const context = {
    host: { env: (name: string) => env[name], stderr: (text: string) => void (stderr += text) },
    note: () => {},
    warn: () => {},
    progress: { clear() {}, phase: (_label: string, work: () => Promise<unknown>) => work() },
  } as unknown as Parameters<typeof signAsJob>[0];
  return {
    ...{ issuer, runner, sigstore, env },
    stderr: () => stderr,
    sign: (changed: Partial<JobSigning> = {}) =>
      signAsJob(context, {
        job: ciJob(context.host, SIGSTORE_TOKEN_VARIABLE)!,
        audience: "sigstore",
        subject: SUBJECT,
        isPrivate: false,
        mayBePublic: false,
        instance: { fulcio: sigstore.fulcio, rekor: sigstore.rekor, isPublic: false },
        waiting: { timeoutMs: 10_000, pauses: [1, 1] },
        ...changed,
      }),
    async [Symbol.asyncDispose]() {
      await sigstore[Symbol.asyncDispose]();
      await runner[Symbol.asyncDispose]();
      await issuer[Symbol.asyncDispose]();
    },
  };
}

async function verified(bundle: string): Promise<Provenance> {
  const root = await readTrustRoot(fake.root);
  return await verifyProvenance(bundle, { subject: SUBJECT, root, keys: new Map() });
}

async function refusal(work: Promise<unknown>): Promise<SvcError> {
  const error = await work.then(() => assert.fail("signed"), (error) => error);
  assert.ok(isSvcError(error), String(error));
  return error;
}

Deno.test("a job of GitHub signs what its certificate says, as SLSA has it", async () => {
  await using at = await desk();
  const bundle = await at.sign();
  const found = await verified(bundle);
  assert.equal(found.kind, "ci");
  assert.equal(found.kind === "ci" && found.identity.repositoryId, "74");
  assert.match(found.logIndex!, /^\d+$/);
  assert.match(found.signedAt!, /Z$/);
  const host = at.issuer.url;
  const sha = "3f9c2e1d0b4a5968778695a4b3c2d1e0f9a8b7c6";
  assert.deepEqual(found.statement, {
    _type: "https://in-toto.io/Statement/v1",
    subject: [{ name: SUBJECT.name, digest: { sha256: SUBJECT.checksum } }],
    predicateType: "https://slsa.dev/provenance/v1",
    predicate: {
      buildDefinition: {
        buildType: "https://slsa-framework.github.io/github-actions-buildtypes/workflow/v1",
        externalParameters: {
          workflow: {
            ref: "refs/tags/v2026.11.23.1",
            repository: `${host}/acme/greeter`,
            path: ".github/workflows/release.yml",
          },
        },
        internalParameters: {
          github: { event_name: "push", repository_id: "74", repository_owner_id: "65" },
        },
        resolvedDependencies: [{
          uri: `git+${host}/acme/greeter@refs/tags/v2026.11.23.1`,
          digest: { gitCommit: sha },
        }],
      },
      runDetails: {
        builder: { id: `${host}/actions/runner/github-hosted` },
        metadata: {
          invocationId: `${host}/acme/greeter/actions/runs/1728/attempts/1`,
        },
      },
    },
  });
  const { mediaType, verificationMaterial } = JSON.parse(bundle);
  assert.equal(mediaType, "application/vnd.dev.sigstore.bundle.v0.3+json");
  assert.deepEqual(Object.keys(verificationMaterial), ["certificate", "tlogEntries"]);
});

Deno.test("a job of GitLab signs the same shape with the token that it has for Sigstore", async () => {
  await using at = await desk("gitlab");
  const { statement } = await verified(await at.sign());
  const { buildType, internalParameters, externalParameters } = statement.predicate.buildDefinition;
  assert.equal(buildType, "urn:svc:build:ci:v1");
  assert.equal(externalParameters.workflow?.path, ".gitlab-ci.yml");
  assert.deepEqual(Object.keys(internalParameters!), ["job", "runner"]);
  assert.doesNotMatch(JSON.stringify(statement), /"ada"|ada@/, "nobody is named");
  assert.equal(at.stderr(), "");
});

/** Of certificates without ids (trust 3.1): who it is, and what another run of it has. */
const WITHOUT_IDS = {
  buildkite: {
    identity: "https://buildkite.com/acme/greeter",
    repository: null,
    next: { build_number: 18, job_id: "j18", build_commit: "b".repeat(40), build_tag: "v2" },
    other: { pipeline_slug: "other" },
  },
  circleci: {
    identity: "https://circleci.com/api/v2/projects/7c1d2e3f-4a5b-4c6d-8e7f-90a1b2c3d4e5" +
      "/pipeline-definitions/5e6f7081-92a3-44b5-86d7-e8f901122334",
    repository: "https://github.com/acme/greeter",
    next: { "oidc.circleci.com/pipeline-id": "p18", "oidc.circleci.com/job-id": "j18" },
    other: { "oidc.circleci.com/pipeline-definition-id": "other" },
  },
} as const;

for (const [kind, { identity, repository, next, other }] of Object.entries(WITHOUT_IDS)) {
  Deno.test(`a job of ${kind} is known by its certificate's name, the same in each of its runs`, async () => {
    await using at = await desk(kind as keyof typeof WITHOUT_IDS);
    const first = await verified(await at.sign());
    const issuer = at.issuer.issuer;
    const publisher = publisherOf(first);
    assert.deepEqual(publisher, {
      ...{ issuer, identity, repository, repositoryId: null, ownerId: null, workflow: null },
    });
    const { buildDefinition, runDetails } = first.statement.predicate;
    assert.equal(buildDefinition.buildType, "urn:svc:build:ci:v1");
    assert.equal(buildDefinition.internalParameters?.["job"], identity);
    assert.equal(runDetails.builder.id, issuer);
    assert.match(runDetails.metadata!.invocationId!, /^https:/);
    const signedWith = async (claims: Record<string, unknown>) => {
      at.env[SIGSTORE_TOKEN_VARIABLE] = await at.issuer.token("sigstore", claims);
      return publisherOf(await verified(await at.sign()));
    };
    assert.equal(comparePublishers(publisher, await signedWith(next)), "same");
    assert.equal(comparePublishers(publisher, await signedWith(other)), "changed");
  });
}

Deno.test("the token is asked for Sigstore alone, masked, and sent to Fulcio alone", async () => {
  await using at = await desk();
  const bundle = await at.sign();
  const [token] = at.runner.given as [string];
  assert.equal(at.stderr(), `::add-mask::${token}\n`);
  assert.ok(!bundle.includes(token));
  const sent = at.sigstore.requests.filter((one) => JSON.stringify(one).includes(token));
  assert.deepEqual(sent.map(({ path }) => path), ["/fulcio/api/v2/signingCert"]);
});

Deno.test("an entry that was recorded by a request whose answer was lost is fetched", async () => {
  await using at = await desk();
  let isLost = false;
  at.sigstore.changed = (answer, { method, path }) => {
    if (isLost || method !== "POST" || !path.startsWith("/rekor")) return answer;
    isLost = true;
    return new Response("bad gateway", { status: 502 });
  };
  await verified(await at.sign());
  assert.deepEqual(
    at.sigstore.requests.map(({ method, path }) =>
      `${method} ${path.replace(/[0-9a-f]{80}$/, "<id>")}`
    ),
    [
      "POST /fulcio/api/v2/signingCert",
      "POST /rekor/api/v1/log/entries",
      "POST /rekor/api/v1/log/entries",
      "GET /rekor/api/v1/log/entries/<id>",
    ],
  );
});

type Breaking = (sigstore: SigstoreService, token: () => string) => void;

const json = (status: number, body: unknown) => () => Response.json(body, { status });

/** Answers for one of the two services. */
const at = (service: "fulcio" | "rekor", answer: () => Response): Breaking => (sigstore) => {
  sigstore.instead = ({ path }) => path.startsWith(`/${service}/`) ? answer() : undefined;
};

const changed =
  (service: "fulcio" | "rekor", change: (answer: unknown) => unknown): Breaking => (sigstore) => {
    sigstore.changed = (answer, { path }) =>
      path.startsWith(`/${service}/`) ? change(answer) : answer;
  };

/** Changes the one entry that Rekor answers. */
const entry = (change: (entry: Record<string, unknown>) => object): Breaking =>
  changed("rekor", (answer) => {
    const [[id, kept]] = Object.entries(answer as object) as [[string, Record<string, unknown>]];
    return { [id]: { ...kept, ...change(kept) } };
  });

const huge = () => new Response(`{"a":"${"x".repeat(300_000)}"}`, { status: 200 });

const FAULTS: Readonly<Record<string, [Breaking, code: string, said: RegExp]>> = {
  "Fulcio: 400": [
    at(
      "fulcio",
      json(400, { code: 3, message: "There was an error processing the identity token" }),
    ),
    "not_authenticated",
    /^Fulcio \(http:\S+\) answered 400: There was an error processing the identity token$/,
  ],
  "Fulcio: 400 that repeats the token": [
    (sigstore, token) => {
      sigstore.instead = ({ path }) =>
        path.startsWith("/fulcio/") ? json(400, { message: `no: ${token()}` })() : undefined;
    },
    "not_authenticated",
    /answered 400: no: …$/,
  ],
  "Fulcio: 429": [at("fulcio", json(429, { message: "slow" })), "rate_limited", /no more requests/],
  "Fulcio: 404": [at("fulcio", json(404, { message: "not found" })), "unavailable", /answered 404/],
  "Fulcio: a page": [
    at("fulcio", () => new Response("<html>login</html>", { status: 403 })),
    "unavailable",
    /answered 403, and not as Fulcio does$/,
  ],
  "Fulcio: 500": [
    at("fulcio", json(500, { message: "oops" })),
    "unavailable",
    /answered 500: oops$/,
  ],
  "Fulcio: huge": [at("fulcio", huge), "unavailable", /none of its own/],
  "Fulcio: half": [at("fulcio", () => new Response('{"a":')), "unavailable", /none of its own/],
  "Fulcio: detached": [
    changed("fulcio", () => ({ signedCertificateDetachedSct: {} })),
    "unavailable",
    /none of its own/,
  ],
  "Fulcio: no certificate": [
    changed("fulcio", () => ({
      signedCertificateEmbeddedSct: { chain: { certificates: ["hello"] } },
    })),
    "provenance_invalid",
    /certificate cannot be read/,
  ],
  "Fulcio: redirect": [
    at("fulcio", () => new Response(null, { status: 302, headers: { location: "/x" } })),
    "server_unreachable",
    /cannot be reached/,
  ],
  "Rekor: 400": [
    at("rekor", json(400, { code: 400, message: "validation failure" })),
    "provenance_invalid",
    /^Rekor \(http:\S+\) answered 400: validation failure$/,
  ],
  "Rekor: 409 with nowhere to look": [
    at("rekor", json(409, { message: "exists" })),
    "unavailable",
    /none of its own/,
  ],
  "Rekor: 503": [at("rekor", json(503, {})), "unavailable", /answered 503$/],
  "Rekor: huge": [at("rekor", huge), "unavailable", /none of its own/],
  "Rekor: two entries": [
    changed("rekor", (answer) => ({ ...answer as object, b: Object.values(answer as object)[0] })),
    "unavailable",
    /none of its own/,
  ],
  "Rekor: none": [changed("rekor", () => ({})), "unavailable", /none of its own/],
  "Rekor: an index below zero": [
    entry(() => ({ logIndex: -1 })),
    "unavailable",
    /none of its own/,
  ],
  "Rekor: no proof": [entry(() => ({ verification: {} })), "unavailable", /none of its own/],
  "Rekor: an entry of another kind": [
    entry(() => ({ body: btoa('{"kind":"rekord","apiVersion":"0.0.1"}') })),
    "unavailable",
    /none of its own/,
  ],
  "Rekor: another index than it signed": [
    entry(({ logIndex }) => ({ logIndex: Number(logIndex) + 1 })),
    "provenance_invalid",
    /does not hold/,
  ],
  "Rekor: another time than it signed": [
    entry(({ integratedTime }) => ({ integratedTime: Number(integratedTime) + 1 })),
    "provenance_invalid",
    /does not hold/,
  ],
};

for (const [what, [breaks, code, said]] of Object.entries(FAULTS)) {
  Deno.test(`nothing is signed, and it is told why: ${what}`, async () => {
    await using at = await desk();
    const token = () => at.runner.given[0]!;
    breaks(at.sigstore, token);
    const error = await refusal(at.sign());
    assert.deepEqual([error.code, said.test(error.message)], [code, true], error.message);
    assert.match(error.hint!, /Nothing was published/);
    const told = [error.message, error.hint, error.stack, error.cause].join();
    for (const part of token().split(".")) assert.ok(!told.includes(part), told);
  });
}

Deno.test("a service that does not answer in time is told of, and an interruption ends the wait", async () => {
  await using at = await desk();
  at.sigstore.fault = "silent";
  const late = await refusal(at.sign({ waiting: { timeoutMs: 20, pauses: [] } }));
  assert.equal(late.code, "timeout");
  const controller = new AbortController();
  const waiting = refusal(at.sign({ signal: controller.signal }));
  await at.sigstore.received(2);
  controller.abort();
  assert.equal((await waiting).code, "cancelled");
});

Deno.test("an answer of 5xx is asked for again", async () => {
  await using at = await desk();
  let tries = 0;
  at.sigstore.instead = () => (tries++ % 2 === 0 ? json(503, {})() : undefined);
  await verified(await at.sign());
});

Deno.test("Fulcio refuses tokens of an issuer that it does not know, and of another key", async () => {
  await using at = await desk();
  await using other = await startIssuer("github");
  const given = { ...at.env, GITHUB_ACTIONS: undefined, CI: "true" };
  const tokens = [
    await other.token("sigstore"),
    await at.issuer.token("sigstore", {}, { foreignKey: true }),
    await at.issuer.token("sigstore", { repository: undefined }),
  ];
  for (const token of tokens) {
    Object.assign(at.env, given, { [SIGSTORE_TOKEN_VARIABLE]: token });
    assert.equal((await refusal(at.sign())).code, "not_authenticated");
  }
  assert.ok(at.sigstore.requests.every(({ path }) => path.startsWith("/fulcio")));
});

Deno.test("a token for the registry, an expired one, or none at all goes nowhere", async () => {
  await using at = await desk();
  const tokens = [
    await at.issuer.token("https://registry.example"),
    await at.issuer.token(["sigstore"]),
    await at.issuer.token("sigstore", { exp: 1 }),
    "nonsense",
  ];
  for (const token of tokens) {
    Object.assign(at.env, { [SIGSTORE_TOKEN_VARIABLE]: token });
    const error = await refusal(at.sign());
    assert.equal(error.code, "not_authenticated");
    assert.match(error.message, /^Not authenticated with Sigstore: /);
    assert.ok(!error.message.includes(token) && !error.hint!.includes(token));
  }
  assert.deepEqual(at.sigstore.requests, []);
});

Deno.test("a mail address is not put into a log for ever", async () => {
  await using at = await desk();
  for (const iss of ["https://accounts.google.com", "https://oauth2.sigstore.dev/auth"]) {
    const token = await at.issuer.token("sigstore", { iss, email: "ada@acme.test" });
    Object.assign(at.env, { [SIGSTORE_TOKEN_VARIABLE]: token });
    const error = await refusal(at.sign());
    assert.equal(error.code, "not_authenticated");
    assert.match(error.message + error.hint, /mail address.*--sign/);
  }
  assert.deepEqual(at.sigstore.requests, []);
});

/** Who may stand in a public log: what is private, where, whether it was allowed, and the outcome. */
const PUBLICITY = [
  { isPrivate: false, visibility: "public", isPublic: true, mayBePublic: false, signs: true },
  { isPrivate: true, visibility: "public", isPublic: true, mayBePublic: false, signs: false },
  { isPrivate: false, visibility: "private", isPublic: true, mayBePublic: false, signs: false },
  { isPrivate: false, visibility: "internal", isPublic: true, mayBePublic: false, signs: false },
  { isPrivate: true, visibility: "private", isPublic: true, mayBePublic: true, signs: true },
  { isPrivate: true, visibility: "private", isPublic: false, mayBePublic: false, signs: true },
] as const;

for (const { isPrivate, visibility, isPublic, mayBePublic, signs } of PUBLICITY) {
  const who = `${isPrivate ? "private" : "public"} extension, ${visibility} repository`;
  const where = `${isPublic ? "public" : "own"} log${mayBePublic ? ", allowed" : ""}`;
  Deno.test(`${who}, ${where}: ${signs ? "signed" : "refused before anything is sent"}`, async () => {
    await using at = await desk();
    at.issuer.job = { repository_visibility: visibility };
    const { fulcio, rekor } = at.sigstore;
    const instance = { fulcio, rekor, isPublic };
    const work = at.sign({ isPrivate, mayBePublic, instance });
    if (signs) return void await verified(await work);
    const error = await refusal(work);
    assert.equal(error.code, "consent_required");
    assert.match(error.hint!, /--sign.*SVC_FULCIO_URL.*--public-log/);
    assert.deepEqual(at.sigstore.requests, []);
  });
}

Deno.test("what the trust root used here does not know is not sent on", async () => {
  await using at = await desk();
  at.env.SVC_POLICY = undefined;
  const error = await refusal(at.sign());
  assert.equal(error.code, "provenance_invalid");
  assert.match(error.hint!, /Nothing was published.*SVC_POLICY/);
});
