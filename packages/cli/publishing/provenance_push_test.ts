import assert from "node:assert/strict";
import type { ProvenanceResponse } from "@svc/core/wire";
import { startIssuer, startRunner } from "@svc/fakes/oidc";
import { fakeSigstore, startSigstore } from "@svc/fakes/sigstore";
import { readTrustRoot, verifyProvenance } from "@svc/provenance";
import { sql } from "kysely";
import { addPublishKey } from "../../registry/testing/extensions/publisher.ts";
import { writeExtension } from "../testing/extension.ts";
import { type Outcome, svc } from "../testing/host.ts";
import { listeningRegistry, loggedIn } from "../testing/registry.ts";
import { scoredProvenance } from "./provenance.ts";

const fake = await fakeSigstore();
const told = ({ stderr }: Outcome) => JSON.parse(stderr.slice(stderr.indexOf("{")));

/** A job of GitHub with an extension, a registry that trusts it, and an instance of Sigstore. */
async function job({ trusts = true } = {}) {
  const cwd = await Deno.makeTempDir();
  await Deno.writeTextFile(`${cwd}/root.json`, fake.root);
  await Deno.writeTextFile(`${cwd}/policy.yaml`, `provenance: { root: ${cwd}/root.json }\n`);
  const issuer = await startIssuer("github");
  const runner = startRunner(issuer);
  const sigstore = startSigstore(fake, [issuer.issuer]);
  const on = await listeningRegistry({
    environment: {
      SVC_OIDC_ISSUERS: `github=${issuer.issuer}`,
      ...(trusts ? { SVC_TRUST_ROOT: `${cwd}/root.json` } : {}),
    },
  });
  const ada = await loggedIn(on, "ada");
  await on.createCollective(ada.cookie, "acme");
  const { db } = on.registry.services;
  const manifest = await writeExtension(`${cwd}/greeter`, { codeless: true });
  const env = {
    ...on.outside.env,
    ...runner.env,
    SVC_CLUB_URL: on.url,
    SVC_POLICY: `${cwd}/policy.yaml`,
    SVC_FULCIO_URL: sigstore.fulcio,
    SVC_REKOR_URL: sigstore.rekor,
    XDG_CONFIG_HOME: `${cwd}/config`,
  };
  return {
    ...{ issuer, runner, sigstore, on, ada, db, env, manifest },
    /** Runs a command in the job, which has no key. */
    run: (argv: readonly string[], more: Record<string, string> = {}) =>
      svc(["extension", ...argv, "--yes", "--no-check", "--json"], {
        cwd,
        env: { ...env, ...more },
      }),
    /** Trusts the job, as a publisher of the collective. */
    async trust() {
      await addPublishKey(on.registry.services, "@acme/greeter");
      await db.deleteFrom("publish_token").execute();
      const { issuer: iss } = issuer;
      await sql`update publisher set issuer = ${iss}`.execute(db);
    },
    versions: () => db.selectFrom("extension_version").select("version").execute(),
    async [Symbol.asyncDispose]() {
      await ada[Symbol.asyncDispose]();
      await on[Symbol.asyncDispose]();
      await sigstore[Symbol.asyncDispose]();
      await runner[Symbol.asyncDispose]();
      await issuer[Symbol.asyncDispose]();
      await Deno.remove(cwd, { recursive: true });
    },
  };
}

Deno.test("a job without a key pushes a version with its statement, which the registry keeps as it is", async () => {
  await using at = await job();
  await at.trust();
  const pushed = await at.run(["push", at.manifest, "--provenance"]);
  assert.equal(pushed.exit, 0, pushed.stderr);
  const { name, version, checksum, provenance } = JSON.parse(pushed.stdout);
  assert.equal(provenance, "ci");
  const { bundles } = await (await at.on.registry.request(
    `/api/v1/extensions/${name}@${version}/provenance`,
  )).json() as ProvenanceResponse;
  const found = await verifyProvenance(bundles[0]!.bundle, {
    subject: { name: `${name}@${version}`, checksum },
    root: await readTrustRoot(fake.root),
    keys: new Map(),
  });
  assert.equal(found.kind === "ci" && found.identity.repositoryId, "74");
  // Two tokens, each for one audience, both masked and nowhere else.
  const audiences = at.runner.requests.map(({ path }) =>
    new URL(path, "http://runner").searchParams.get("audience")
  );
  assert.deepEqual(audiences, [at.on.url, "sigstore"]);
  const rest = pushed.stdout + pushed.stderr.replace(/^::add-mask::.*$/gm, "");
  for (const token of at.runner.given) assert.ok(!rest.includes(token));
});

Deno.test("a job stages with its statement", async () => {
  await using at = await job();
  await at.trust();
  const staged = await at.run(["stage", at.manifest, "--provenance"]);
  assert.equal(staged.exit, 0, staged.stderr);
  const [row] = await at.db.selectFrom("staged_version").selectAll().execute();
  assert.match(JSON.stringify(row), /acme\/greeter\/\.github\/workflows\/release\.yml/);
});

Deno.test("a person's key pushes what the job signs", async () => {
  await using at = await job();
  const key = JSON.parse(await Deno.readTextFile(`${at.ada.config}/svc/auth.json`)).apiKey;
  const pushed = await at.run(["push", at.manifest, "--provenance"], { SVC_API_KEY: key });
  assert.equal(pushed.exit, 0, pushed.stderr);
  assert.equal(JSON.parse(pushed.stdout).provenance, "ci");
});

Deno.test("nothing is published when signing fails, and the key of the job is ended", async () => {
  for (
    const [service, code] of [["fulcio", "not_authenticated"], [
      "rekor",
      "provenance_invalid",
    ]] as const
  ) {
    await using at = await job();
    await at.trust();
    at.sigstore.instead = ({ path }) =>
      path.startsWith(`/${service}/`)
        ? Response.json({ code: 3, message: "no" }, { status: 400 })
        : undefined;
    const refused = await at.run(["push", at.manifest, "--provenance"]);
    assert.equal(told(refused).code, code);
    assert.match(told(refused).hint, /Nothing was published/);
    assert.deepEqual(await at.versions(), []);
    const open = await at.db.selectFrom("publish_token").select("id")
      .where("revoked_at", "is", null).execute();
    assert.deepEqual(open, []);
  }
});

Deno.test("a private collective's version is not named in a public log without consent", async () => {
  await using at = await job();
  await at.trust();
  await at.db.updateTable("collective").set({ private: 1 }).where("slug", "=", "acme").execute();
  const env = {
    SVC_FULCIO_URL: "https://fulcio.sigstore.dev",
    SVC_REKOR_URL: "https://rekor.sigstore.dev",
  };
  const refused = await at.run(["push", at.manifest, "--provenance"], env);
  assert.equal(told(refused).code, "consent_required");
  assert.match(told(refused).hint, /--public-log/);
  assert.deepEqual([at.sigstore.requests, await at.versions()], [[], []]);
  // An instance of one's own needs no consent.
  const own = await at.run(["push", at.manifest, "--provenance"]);
  assert.equal(own.exit, 0, own.stderr);
});

Deno.test("a registry that trusts no certificates refuses before anything is recorded", async () => {
  await using at = await job({ trusts: false });
  await at.trust();
  const refused = await at.run(["push", at.manifest, "--provenance"]);
  assert.equal(told(refused).code, "provenance_invalid");
  assert.deepEqual(at.sigstore.requests, []);
});

const CANNOT: readonly [what: string, argv: string[], env: Record<string, string>, code: string][] =
  [
    ["two ways to sign", ["--provenance", "--sign", "prod"], {}, "usage"],
    ["--public-log alone", ["--public-log"], {}, "usage"],
    ["one address alone", ["--provenance"], { SVC_REKOR_URL: "" }, "usage"],
    ["an address that is none", ["--provenance"], { SVC_REKOR_URL: "rekor" }, "usage"],
    ["an address in the clear", ["--provenance"], { SVC_FULCIO_URL: "http://a.example" }, "usage"],
    [
      "a job without a token",
      ["--provenance"],
      { ACTIONS_ID_TOKEN_REQUEST_URL: "" },
      "not_authenticated",
    ],
    [
      "no job",
      ["--provenance"],
      { CI: "", GITHUB_ACTIONS: "", ACTIONS_ID_TOKEN_REQUEST_URL: "" },
      "not_authenticated",
    ],
    [
      "a job of GitLab with a token for the registry alone",
      ["--provenance"],
      { GITHUB_ACTIONS: "", GITLAB_CI: "true", SVC_ID_TOKEN: "e30.e30.e30" },
      "not_authenticated",
    ],
  ];

Deno.test("what cannot be signed is told before anything is sent or packed", async () => {
  await using at = await job();
  for (const [what, argv, env, code] of CANNOT) {
    for (const command of ["push", "stage"]) {
      const refused = await at.run([command, at.manifest, ...argv], env);
      assert.equal(told(refused).code, code, `${what}: ${refused.stderr}`);
    }
  }
  const gitlab = await at.run(["push", at.manifest, "--provenance"], CANNOT.at(-1)![2]);
  assert.match(told(gitlab).hint, /id_tokens: \{ SIGSTORE_ID_TOKEN: \{ aud: "sigstore" \} \}/);
  assert.deepEqual([at.runner.requests, at.sigstore.requests], [[], []]);
});

Deno.test("what the local score says of a statement follows what the registry counts", async () => {
  await using at = await job();
  const job_ = (countsProvenance: boolean) =>
    ({ kind: "job", countsProvenance }) as Parameters<typeof scoredProvenance>[0];
  const [plain, signed] = [
    { sign: undefined, provenance: false },
    { sign: undefined, provenance: true },
  ];
  assert.equal((await scoredProvenance(job_(true), signed))?.outcome, "passed");
  assert.equal((await scoredProvenance(job_(true), plain))?.outcome, "notRun");
  assert.equal(await scoredProvenance(job_(false), signed), undefined);
  assert.equal(await scoredProvenance(undefined, signed), undefined);
  // This registry does not count it, and one that cannot be asked does not either.
  for (const serverUrl of [at.on.url, "http://127.0.0.1:1"]) {
    assert.equal(await scoredProvenance({ kind: "key", caller: { serverUrl } }, signed), undefined);
  }
});
