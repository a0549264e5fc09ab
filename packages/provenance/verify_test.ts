import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { type Claims, fakeSigstore, githubClaims, signWithKey } from "@svc/fakes/sigstore";
import { identityOf, utf8Of } from "./identity.ts";
import { readTrustRoot, trustRootText } from "./root.ts";
import { readSigningKey } from "./signing_key.ts";
import { GITHUB_BUILD, LOCAL_BUILD } from "./statement_kinds.ts";
import { type Expectation, type Provenance, verifyProvenance } from "./verify.ts";

const SUBJECT = { name: "@acme/greeter@2026.11.23.1", checksum: "a".repeat(64) };

const sigstore = await fakeSigstore();
const EXPECTED: Expectation = {
  subject: SUBJECT,
  root: await readTrustRoot(sigstore.root),
  keys: new Map(),
};

/** What GitHub's job says of itself, by its claims. */
function statementOf(claims: Claims = githubClaims(), changed: Record<string, unknown> = {}) {
  const repository = `https://github.com/${claims.repository}`;
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: [{ name: SUBJECT.name, digest: { sha256: SUBJECT.checksum } }],
    predicateType: "https://slsa.dev/provenance/v1",
    predicate: {
      buildDefinition: {
        buildType: GITHUB_BUILD,
        externalParameters: {
          workflow: { ref: claims.ref, repository, path: ".github/workflows/release.yml" },
        },
        internalParameters: {
          github: {
            event_name: claims.event_name,
            repository_id: claims.repository_id,
            repository_owner_id: claims.repository_owner_id,
          },
        },
        resolvedDependencies: [{
          uri: `git+${repository}@${claims.ref}`,
          digest: { gitCommit: claims.sha },
        }],
      },
      runDetails: {
        builder: { id: "https://github.com/actions/runner/github-hosted" },
        metadata: {
          invocationId:
            `${repository}/actions/runs/${claims.run_id}/attempts/${claims.run_attempt}`,
        },
      },
    },
    ...changed,
  };
}

function localStatement() {
  return statementOf(githubClaims(), {
    predicate: {
      buildDefinition: { buildType: LOCAL_BUILD, externalParameters: {} },
      runDetails: { builder: { id: "urn:svc:person" } },
    },
  });
}

async function refusal(bundle: string, expected: Partial<Expectation> = {}): Promise<string> {
  const error = await verifyProvenance(bundle, { ...EXPECTED, ...expected })
    .then(() => assert.fail("it was accepted"), (error) => error);
  assert.equal(error.code, "provenance_invalid", error.stack);
  return error.message.replace("The statement of provenance does not hold: ", "");
}

/** The bundle with something changed in its JSON. */
function changed(bundle: string, change: (json: Record<string, unknown>) => unknown): string {
  const json = JSON.parse(bundle);
  change(json);
  return JSON.stringify(json);
}

const good = await sigstore.sign(statementOf(), githubClaims());

Deno.test("a job's statement is accepted, with who signed it as the certificate says", async () => {
  const found = await verifyProvenance(good, EXPECTED) as Provenance & { kind: "ci" };
  assert.equal(found.kind, "ci");
  assert.deepEqual(found.identity, {
    issuer: "https://token.actions.githubusercontent.com",
    identity: "https://github.com/acme/greeter/.github/workflows/release.yml@refs/tags/v1",
    repository: "https://github.com/acme/greeter",
    repositoryId: "1001",
    ownerId: "2002",
    workflow: ".github/workflows/release.yml",
    commit: githubClaims().sha,
    ref: "refs/tags/v1",
    runUrl: "https://github.com/acme/greeter/actions/runs/77/attempts/1",
    environment: null,
    runner: "github-hosted",
  });
  assert.equal(found.rootDigest, EXPECTED.root!.digest);
  assert.match(found.logIndex!, /^\d+$/);
  assert.ok(Math.abs(Date.parse(found.signedAt!) - Date.now()) < 600_000);
});

for (const type of ["ec", "ed25519"] as const) {
  Deno.test(`a registered key's statement is accepted without a log, ${type}`, async () => {
    const pair = type === "ec"
      ? generateKeyPairSync("ec", { namedCurve: "P-256" })
      : generateKeyPairSync("ed25519");
    const der = pair.publicKey.export({ format: "der", type: "spki" });
    const { spki, hint } = readSigningKey(
      pair.publicKey.export({ format: "pem", type: "spki" }).toString(),
    );
    const bundle = signWithKey(localStatement(), pair.privateKey, der);
    assert.ok(bundle.length < 2000);
    const expected = { ...EXPECTED, root: undefined, keys: new Map([[hint, spki]]) };
    const found = await verifyProvenance(bundle, expected);
    assert.deepEqual([found.kind, found.kind === "key" && found.hint], ["key", hint]);

    assert.match(await refusal(bundle, { keys: new Map() }), /key is not known/);
    const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey
      .export({ format: "der", type: "spki" }).toString("base64");
    assert.match(await refusal(bundle, { keys: new Map([[hint, other]]) }), /key is not known/);
    const payload = changed(bundle, (json) => {
      const envelope = json.dsseEnvelope as { payload: string };
      envelope.payload = btoa(atob(envelope.payload).replace("a".repeat(64), "b".repeat(64)));
    });
    assert.match(
      await refusal(payload, { ...expected, subject: { ...SUBJECT, checksum: "b".repeat(64) } }),
      /signature/,
    );
  });
}

Deno.test("a certificate is never verified under the thresholds of a key", async () => {
  const bare = changed(good, (json) => {
    (json.verificationMaterial as { tlogEntries: unknown[] }).tlogEntries = [];
  });
  assert.match(await refusal(bare), /timestamps|bundle/);
});

Deno.test("attack: the bundle of another version, another extension, other bytes", async () => {
  const about = (subject: Partial<typeof SUBJECT>) =>
    refusal(good, { subject: { ...SUBJECT, ...subject } });
  assert.match(await about({ name: "@acme/greeter@2026.11.23.2" }), /it is about @acme\/greeter@/);
  assert.match(await about({ name: "@other/greeter@2026.11.23.1" }), /it is about @acme/);
  assert.match(await about({ checksum: "b".repeat(64) }), /other bytes/);
});

Deno.test("attack: two subjects, of which one is right", async () => {
  const [own] = statementOf().subject;
  const other = { name: "@acme/other@1", digest: { sha256: "b".repeat(64) } };
  for (const subject of [[own, other], [other, own], []]) {
    const bundle = await sigstore.sign(statementOf(githubClaims(), { subject }), githubClaims());
    assert.match(await refusal(bundle), /subject/);
  }
});

Deno.test("attack: a statement that is not what the certificate says", async () => {
  const lie = async (claims: Claims) =>
    await refusal(await sigstore.sign(statementOf(githubClaims(claims)), githubClaims()));
  assert.match(await lie({ repository: "acme/other" }), /names the repository/);
  assert.match(await lie({ sha: "b".repeat(40) }), /names the commit/);
  assert.match(await lie({ ref: "refs/heads/main" }), /names the ref/);
  assert.match(await lie({ repository_id: "9" }), /names the repository id/);
  assert.match(await lie({ repository_owner_id: "9" }), /names the owner id/);
  assert.match(await lie({ run_id: "78" }), /names the run address/);
});

Deno.test("attack: the same name in a certificate of another authority", async () => {
  const other = await fakeSigstore();
  assert.match(await refusal(await other.sign(statementOf(), githubClaims())), /certificate/);
});

Deno.test("a certificate by another issuer is told apart, though it bears the same name", async () => {
  const claims = githubClaims({ iss: "https://issuer.example" });
  const found = await verifyProvenance(await sigstore.sign(statementOf(claims), claims), EXPECTED);
  assert.equal(found.kind === "ci" && found.identity.issuer, "https://issuer.example");
});

Deno.test("attack: other kinds of statements and envelopes", async () => {
  const predicate = await sigstore.sign(
    statementOf(githubClaims(), { predicateType: "https://slsa.dev/provenance/v0.2" }),
    githubClaims(),
  );
  assert.match(await refusal(predicate), /predicateType/);
  const type = changed(good, (json) => {
    (json.dsseEnvelope as { payloadType: string }).payloadType = "text/plain";
  });
  assert.match(await refusal(type), /no kind of statement/);
  const twice = changed(good, (json) => {
    const envelope = json.dsseEnvelope as { signatures: unknown[] };
    envelope.signatures.push(envelope.signatures[0]);
  });
  assert.match(await refusal(twice), /bundle/);
});

Deno.test("attack: entries of the log that are doubled, moved or promised twice", async () => {
  type Material = { verificationMaterial: { tlogEntries: Record<string, unknown>[] } };
  const entries = (change: (entries: Record<string, unknown>[]) => void) =>
    changed(good, (json) => change((json as unknown as Material).verificationMaterial.tlogEntries));
  assert.ok(await refusal(entries((all) => all.push(all[0]!))));
  assert.ok(await refusal(entries((all) => all[0]!.logIndex = "1")));
  assert.ok(await refusal(entries((all) => delete all[0]!.inclusionProof)));
  assert.ok(await refusal(entries((all) => all[0]!.integratedTime = "1")));
});

Deno.test("attack: nested JSON, nested ASN.1, sizes, and what is no bundle at all", async () => {
  const nest = (levels: number) => {
    let der = Buffer.alloc(0);
    for (let n = 0; n < levels; n += 1) {
      const size = Buffer.alloc(2);
      size.writeUInt16BE(der.length);
      der = Buffer.concat([Buffer.from([0x30, 0x82]), size, der]);
    }
    return der.toString("base64");
  };
  const deep = changed(good, (json) => {
    (json.verificationMaterial as { certificate: { rawBytes: string } }).certificate.rawBytes =
      nest(10_000);
  });
  for (
    const bundle of [
      deep,
      "",
      "null",
      "[]",
      "{}",
      "[".repeat(60_000),
      '{"mediaType":'.repeat(4000),
      "x".repeat(LIMIT + 1),
    ]
  ) assert.ok(await refusal(bundle));
  assert.match(await refusal(`${good}${" ".repeat(LIMIT)}`), /larger than/);
});

const LIMIT = 65_536;

Deno.test("without a root no certificate is trusted", async () => {
  assert.match(await refusal(good, { root: undefined }), /no certificates are trusted/);
});

Deno.test("a root without dates, without authorities, or that is none, is refused when it is read", async () => {
  const without = (change: (json: Record<string, never>) => unknown) =>
    readTrustRoot(changed(sigstore.root, (json) => change(json as Record<string, never>)));
  type Root = Record<string, { validFor?: unknown; publicKey: { validFor?: unknown } }[]>;
  await assert.rejects(without((json) => delete (json as Root).tlogs![0]!.publicKey.validFor));
  await assert.rejects(without((json) => delete (json as Root).ctlogs![0]!.publicKey.validFor));
  await assert.rejects(
    without((json) => delete (json as Root).certificateAuthorities![0]!.validFor),
  );
  await assert.rejects(without((json) => (json as Root).certificateAuthorities = []));
  await assert.rejects(readTrustRoot("{}"));
  await assert.rejects(trustRootText("/nowhere/root.json"), { code: "unavailable" });
  assert.match((await readTrustRoot(await trustRootText("public"))).digest, /^[0-9a-f]{64}$/);
});

Deno.test("text in a certificate is read whole, in both forms of its length, or not at all", () => {
  const der = (length: number[], size: number) =>
    new Uint8Array([0x0c, ...length, ...new Uint8Array(size).fill(97)]);
  assert.equal(utf8Of(der([3], 3)), "aaa");
  assert.equal(utf8Of(der([0x81, 200], 200)), "a".repeat(200));
  assert.equal(utf8Of(der([0x82, 1, 44], 300)), "a".repeat(300));
  for (
    const wrong of [
      new Uint8Array(),
      der([4], 3),
      der([2], 3),
      der([0x80], 3),
      der([0x83, 0, 0, 3], 3),
      new Uint8Array([0x13, 1, 97]),
      new Uint8Array([0x0c, 1, 0xff]),
    ]
  ) assert.throws(() => utf8Of(wrong), { code: "provenance_invalid" });
});

Deno.test("attack: a workflow's file is known by its whole name, whatever is in it or in the ref", () => {
  const at = "https://github.com/acme/greeter";
  const file = ".github/workflows/release.yml";
  const workflow = (config: string, ref: string) => {
    const fields = { 8: "https://issuer.test", 12: at, 14: ref, 15: "74", 18: config };
    const texts = Object.entries(fields);
    const oids = texts.map(([field, text]) => {
      const bytes = new TextEncoder().encode(text);
      const value = Buffer.from([
        0x0c,
        ...bytes.length < 128 ? [] : [0x81],
        bytes.length,
        ...bytes,
      ]);
      return { oid: { id: [1, 3, 6, 1, 4, 1, 57264, 1, Number(field)] }, value };
    });
    return identityOf({ subjectAlternativeName: at, oids }).workflow;
  };
  for (const ref of ["refs/tags/v1", "refs/heads/x@y.yml", "refs/heads/release.yml@refs/tags/v1"]) {
    assert.equal(workflow(`${at}/${file}@${ref}`, ref), file);
    assert.equal(workflow(`${at}/${file}@x.yml@${ref}`, ref), `${file}@x.yml`);
  }
  assert.equal(workflow(`${at}/${file}@${"a".repeat(40)}`, "refs/tags/v1"), file);
  assert.equal(workflow(`${at}//ci.yml@refs/tags/v1`, "refs/tags/v1"), "ci.yml");
});
