import assert from "node:assert/strict";
import { createHash, generateKeyPairSync } from "node:crypto";
import type {
  ChecksumResponse,
  LatestResponse,
  ProvenanceResponse,
  Scorecard,
  VersionsResponse,
} from "@svc/core/wire";
import { type Claims, fakeSigstore, githubClaims, signWithKey } from "@svc/fakes/sigstore";
import { hintOf } from "@svc/provenance";
import { type TestRegistry, testRegistry } from "../../../testing.ts";
import { packageOf } from "../../../testing/extensions/package.ts";
import { addCollective, addPerson } from "../../../testing/extensions/people.ts";
import { addPublishKey, RUN } from "../../../testing/extensions/publisher.ts";
import { announcementOf, send, upload } from "../../../testing/extensions/push.ts";
import { analystProcesses } from "../analysis/mod.ts";

const NAME = "@acme/hello";
const sigstore = await fakeSigstore();
const rootFile = await Deno.makeTempFile({ suffix: ".json" });
await Deno.writeTextFile(rootFile, sigstore.root);
addEventListener("unload", () => Deno.removeSync(rootFile));

async function acme(trustRoot = rootFile, environment: Record<string, string> = {}) {
  const registry = await testRegistry({
    environment: { SVC_TRUST_ROOT: trustRoot, ...environment },
  });
  await addCollective(registry.services, "acme");
  await addCollective(registry.services, "other");
  const key = await addPerson(registry.services, "ada", { acme: "owner", other: "owner" });
  return { registry, key };
}

/** A statement about a version's archive, as a job or a person makes it. */
async function statementOf(
  { version = "2026.01.02.1", name = NAME }: { version?: string; name?: string } = {},
  claims: Claims = githubClaims(),
) {
  const sha256 = createHash("sha256").update(await packageOf({ version, name })).digest("hex");
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: [{ name: `${name}@${version}`, digest: { sha256 } }],
    predicateType: "https://slsa.dev/provenance/v1",
    predicate: {
      buildDefinition: {
        buildType: "urn:svc:build:ci:v1",
        externalParameters: {
          workflow: {
            ref: claims.ref,
            repository: `https://github.com/${claims.repository}`,
            path: ".github/workflows/release.yml",
          },
        },
      },
      runDetails: { builder: { id: "urn:svc:runner" } },
    },
  };
}

async function push(
  registry: TestRegistry,
  key: string,
  bundle: string | undefined,
  version = "2026.01.02.1",
): Promise<{ status: number; code?: string; error?: string }> {
  const announcement = announcementOf({ version });
  const uploaded = await upload(registry, key, announcement, await packageOf({ version }));
  assert.equal(uploaded.status, 200);
  await uploaded.body?.cancel();
  const answer = await send(registry, "POST", "/api/v1/extensions/confirm", key, {
    ...announcement,
    ...(bundle === undefined ? {} : { provenance: bundle }),
  });
  return { status: answer.status, ...await answer.json() };
}

const read = async <Body>(registry: TestRegistry, path: string) =>
  await (await registry.request(path)).json() as Body;

/** Registers a key for a collective, as its page does. */
async function addKey(
  { services: { db, now } }: TestRegistry,
  slug: string,
  pair = generateKeyPairSync("ec", { namedCurve: "P-256" }),
) {
  const der = pair.publicKey.export({ format: "der", type: "spki" });
  const spki = der.toString("base64");
  const { id } = await db.selectFrom("collective").select("id").where("slug", "=", slug)
    .executeTakeFirstOrThrow();
  await db.insertInto("signing_key").values({
    id: crypto.randomUUID(),
    collective_id: id,
    spki,
    hint: hintOf(spki),
    name: "vault",
    created_by: null,
    created_at: now().toISOString(),
    revoked_at: null,
  }).execute();
  return { spki, sign: (statement: unknown) => signWithKey(statement, pair.privateKey, der) };
}

async function nothingPublished({ services: { db } }: TestRegistry): Promise<void> {
  assert.deepEqual(await db.selectFrom("extension_version").select("id").execute(), []);
  assert.deepEqual(await db.selectFrom("provenance").select("version_id").execute(), []);
}

Deno.test("a job's statement is stored with the version, and told wherever the version is", async () => {
  const { registry, key } = await acme();
  await using _ = registry;
  const bundle = await sigstore.sign(await statementOf(), githubClaims());
  assert.equal((await push(registry, key, bundle)).status, 200);
  const summary = {
    kind: "ci",
    repository: "https://github.com/acme/greeter",
    workflow: ".github/workflows/release.yml",
  };
  const base = `/api/v1/extensions/${NAME}`;
  const latest = await read<LatestResponse>(registry, `${base}/latest`);
  assert.deepEqual(latest.latestVersionDetail.provenance, summary);
  const { versions } = await read<VersionsResponse>(registry, `${base}/versions`);
  assert.deepEqual(versions[0]!.provenance, summary);
  const checksum = await read<ChecksumResponse>(registry, `${base}@2026.01.02.1/checksum`);
  assert.deepEqual(checksum.provenance, summary);
  const document = await read<{ versions: { provenance: unknown }[] }>(
    registry,
    `/index/${NAME}.json`,
  );
  assert.deepEqual(document.versions[0]!.provenance, summary);
  const { bundles } = await read<ProvenanceResponse>(
    registry,
    `${base}@2026.01.02.1/provenance`,
  );
  assert.deepEqual(bundles.map(({ kind, publicKey }) => [kind, publicKey]), [["ci", null]]);
  assert.equal(bundles[0]!.bundle, bundle);
  const row = await registry.services.db.selectFrom("provenance").selectAll()
    .executeTakeFirstOrThrow();
  assert.deepEqual(
    [row.issuer, row.repository_id, row.owner_id, row.commit_sha, row.run_url, row.root_digest],
    [
      "https://token.actions.githubusercontent.com",
      "1001",
      "2002",
      githubClaims().sha,
      "https://github.com/acme/greeter/actions/runs/77/attempts/1",
      registry.services.trustRoot.digest,
    ],
  );
});

Deno.test("a job publishes with its own statement, and not with that of another run", async () => {
  const { registry } = await acme();
  await using _ = registry;
  const { key } = await addPublishKey(registry.services, NAME);
  const own = githubClaims({
    sha: RUN.sha!,
    ref: "refs/heads/main",
    repository_id: "74",
    repository_owner_id: "65",
    workflow_ref: RUN.workflow!,
    run_id: "1728",
  });
  const other = { ...own, run_id: "1729" };
  const refused = await push(
    registry,
    key,
    await sigstore.sign(await statementOf({}, other), other),
  );
  assert.deepEqual([refused.status, refused.code], [400, "provenance_invalid"]);
  await nothingPublished(registry);
  const bundle = await sigstore.sign(await statementOf({}, own), own);
  assert.equal((await push(registry, key, bundle)).status, 200);
});

Deno.test("a version without a statement is published as before, and says so", async () => {
  const { registry, key } = await acme("off");
  await using _ = registry;
  assert.equal((await push(registry, key, undefined)).status, 200);
  const base = `/api/v1/extensions/${NAME}`;
  const latest = await read<LatestResponse>(registry, `${base}/latest`);
  assert.equal(latest.latestVersionDetail.provenance, null);
  assert.deepEqual(await read(registry, `${base}@2026.01.02.1/provenance`), { bundles: [] });
});

Deno.test("a registered key's statement is stored, also where no certificate is trusted", async () => {
  const { registry, key } = await acme("off");
  await using _ = registry;
  const { spki, sign } = await addKey(registry, "acme");
  assert.equal((await push(registry, key, sign(await statementOf()))).status, 200);
  const { bundles } = await read<ProvenanceResponse>(
    registry,
    `/api/v1/extensions/${NAME}@2026.01.02.1/provenance`,
  );
  assert.deepEqual([bundles[0]!.kind, bundles[0]!.publicKey!.spki], ["key", spki]);
});

Deno.test("what does not hold is refused, and nothing is published", async () => {
  const { registry, key } = await acme();
  await using _ = registry;
  const acmes = await addKey(registry, "acme");
  const others = await addKey(registry, "other");
  const stranger = await fakeSigstore();
  const bundles: Record<string, string> = {
    "of another version": await sigstore.sign(
      await statementOf({ version: "2026.01.02.2" }),
      githubClaims(),
    ),
    "of another extension": await sigstore.sign(
      await statementOf({ name: "@acme/other" }),
      githubClaims(),
    ),
    "by another authority": await stranger.sign(await statementOf(), githubClaims()),
    "by another collective's key": others.sign(await statementOf()),
    "with a key about other bytes": acmes.sign(await statementOf({ version: "2026.01.02.3" })),
    "that lies about its repository": await sigstore.sign(
      await statementOf({}, githubClaims({ repository: "acme/fork" })),
      githubClaims(),
    ),
    "that is no bundle": "{}",
    "that nests": "[".repeat(50_000),
  };
  for (const [about, bundle] of Object.entries(bundles)) {
    const { status, code } = await push(registry, key, bundle);
    assert.deepEqual([status, code], [400, "provenance_invalid"], about);
    await nothingPublished(registry);
  }
  assert.equal((await push(registry, key, "x".repeat(65_537))).status, 400);
  await nothingPublished(registry);
});

Deno.test("a revoked key signs nothing more, whatever date the statement bears; what it signed stays", async () => {
  const { registry, key } = await acme();
  await using _ = registry;
  const { sign } = await addKey(registry, "acme");
  assert.equal((await push(registry, key, sign(await statementOf()))).status, 200);
  const revoked_at = registry.services.now().toISOString();
  await registry.services.db.updateTable("signing_key").set({ revoked_at }).execute();
  const version = "2026.01.03.1";
  const statement = await statementOf({ version });
  const { status, code } = await push(registry, key, sign(statement), version);
  assert.deepEqual([status, code], [400, "provenance_invalid"]);
  const { bundles } = await read<ProvenanceResponse>(
    registry,
    `/api/v1/extensions/${NAME}@2026.01.02.1/provenance`,
  );
  assert.equal(bundles[0]!.publicKey!.revokedAt, revoked_at);
});

Deno.test("a key that is revoked while the archive is analysed signs it no more", async () => {
  const { registry, key } = await acme();
  await using _ = registry;
  const { services } = registry;
  const { sign } = await addKey(registry, "acme");
  const { analyst } = services;
  services.analyst = {
    ...analyst,
    async open(...task) {
      const opened = await analyst.open(...task);
      const revoked_at = services.now().toISOString();
      await services.db.updateTable("signing_key").set({ revoked_at }).execute();
      return opened;
    },
  };
  const { status, error } = await push(registry, key, sign(await statementOf()));
  assert.equal(status, 400);
  assert.match(error!, /its key was revoked/);
  await nothingPublished(registry);
});

Deno.test("without a trust root a job's statement is refused before the upload, and at its confirmation", async () => {
  const { registry, key } = await acme("off");
  await using _ = registry;
  const announced = await send(registry, "POST", "/api/v1/extensions/push", key, {
    ...announcementOf(),
    provenance: "ci",
  });
  assert.deepEqual([announced.status, (await announced.json()).code], [400, "provenance_invalid"]);
  const bundle = await sigstore.sign(await statementOf(), githubClaims());
  assert.equal((await push(registry, key, bundle)).code, "provenance_invalid");
  await nothingPublished(registry);
});

Deno.test("a trust root that is gone or broken makes it unavailable, and a renewed one is used at once", async () => {
  const place = await Deno.makeTempFile({ suffix: ".json" });
  try {
    await Deno.writeTextFile(place, sigstore.root);
    const { registry, key } = await acme(place);
    await using _ = registry;
    const bundle = await sigstore.sign(await statementOf(), githubClaims());
    await Deno.writeTextFile(place, "{");
    assert.deepEqual((await push(registry, key, bundle)).status, 503);
    await Deno.remove(place);
    const { status, error } = await push(registry, key, bundle);
    assert.equal(status, 503);
    assert.ok(!error!.includes(place), "strangers are not told the operator's paths");
    await nothingPublished(registry);
    await Deno.writeTextFile(place, sigstore.root);
    assert.equal((await push(registry, key, bundle)).status, 200);
  } finally {
    await Deno.remove(place);
  }
});

Deno.test("the registry does not start with a trust root that cannot be used", async () => {
  for (const place of ["/nowhere/root.json", import.meta.filename!]) {
    await assert.rejects(acme(place), { code: "unavailable" });
  }
});

Deno.test("it is the analysing process that reads what strangers signed", async () => {
  const folder = await Deno.makeTempDir({ dir: ".", prefix: ".svc-analysis-" });
  const analyst = analystProcesses({ deno: Deno.execPath(), folders: [folder], width: 1 });
  try {
    await Deno.writeFile(`${folder}/archive`, await packageOf());
    const open = (bundle: string) =>
      analyst.open(`${folder}/archive`, { name: NAME, version: "2026.01.02.1" }, {
        bundle,
        root: sigstore.root,
        keys: [],
      });
    const good = await open(await sigstore.sign(await statementOf(), githubClaims()));
    assert.equal(good.provenance!.kind, "ci");
    await good.facts;
    await assert.rejects(open("{}"), { code: "provenance_invalid" });
  } finally {
    await analyst.close();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("who may not read a private extension does not read where it came from", async () => {
  const { registry, key } = await acme();
  await using _ = registry;
  const bundle = await sigstore.sign(await statementOf(), githubClaims());
  assert.equal((await push(registry, key, bundle)).status, 200);
  await registry.services.db.updateTable("collective").set({ private: 1 })
    .where("slug", "=", "acme").execute();
  const path = `/api/v1/extensions/${NAME}@2026.01.02.1/provenance`;
  assert.equal((await registry.request(path)).status, 404);
  assert.equal((await send(registry, "GET", path, key)).status, 200);
});

Deno.test("with the factor on, a signed version earns its point, one without a statement fails, and neither is unchecked", async () => {
  const { registry, key } = await acme(rootFile, { SVC_PROVENANCE: "on" });
  await using _ = registry;
  const { sign } = await addKey(registry, "acme");
  const factorOf = async (version: string) => {
    const { factors, maxPoints } = await read<Scorecard>(
      registry,
      `/api/v1/extensions/${NAME}/scorecard?version=${version}`,
    );
    assert.equal(maxPoints, 15);
    const { outcome, findings, remediation } = factors.find(({ id }) => id === "provenance")!;
    return { outcome, message: findings[0]?.message, remediation };
  };
  await push(registry, key, sign(await statementOf()));
  assert.equal((await factorOf("2026.01.02.1")).outcome, "passed");
  const version = "2026.01.03.1";
  await push(registry, key, undefined, version);
  const { outcome, message, remediation } = await factorOf(version);
  assert.deepEqual([outcome, message], [
    "failed",
    "no statement was published with this version",
  ]);
  assert.match(remediation ?? "", /trusted publisher, or with --sign/);
});
