// The published conformance suite of the format: 70 cases, each with its expected result. Good bundles
// are among them, as refusals alone would also be met by a verifier that refuses everything.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { identityOf } from "./identity.ts";
import { readTrustRoot, trustRootText } from "./root.ts";
import { loadLibrary } from "./library.ts";
import { kindOf, readBundle, verifyBundle } from "./verify.ts";

const SUITE = `${import.meta.dirname}/testing/sigstore/bundle-verify`;

const IDENTITY = "https://github.com/sigstore-conformance/extremely-dangerous-public-oidc-beacon" +
  "/.github/workflows/extremely-dangerous-oidc-beacon.yml@refs/heads/main";
const ISSUER = "https://token.actions.githubusercontent.com";

const cases = [...Deno.readDirSync(SUITE)].filter(({ isDirectory }) => isDirectory)
  .map(({ name }) => name).sort();

Deno.test("the suite is whole", () => {
  assert.equal(cases.length, 70);
  assert.equal(cases.filter((name) => !name.endsWith("_fail")).length, 21);
});

for (const name of cases) {
  const good = !name.endsWith("_fail");
  Deno.test(`conformance: ${name} ${good ? "is accepted" : "is refused"}`, async () => {
    const verifying = verifyCase(`${SUITE}/${name}`);
    if (good) await verifying;
    else await assert.rejects(verifying);
  });
}

/** As a caller would who knows who must have signed: by identity and issuer, or by key. */
async function verifyCase(folder: string): Promise<void> {
  const file = async (name: string) =>
    await Deno.readTextFile(`${folder}/${name}`).catch(() => undefined);
  const { core } = await loadLibrary();
  const rootText = await file("trusted_root.json");
  const root = await readTrustRoot(rootText ?? await trustRootText("public"));
  const bundle = await readBundle(await Deno.readTextFile(`${folder}/bundle.sigstore.json`));
  const artifact = await Deno.readFile(`${folder}/artifact`)
    .catch(() => Deno.readFile(`${SUITE}/a.txt`));
  const pem = await file("key.pub");
  const signer = await verifyBundle(bundle, pem === undefined ? "ci" : "key", {
    ...root.material,
    publicKey: () => ({
      publicKey: core.crypto.createPublicKey(pem!),
      validFor: () => true,
    }),
  }, artifact);
  if (bundle.content.$case === "dsseEnvelope") {
    const { subject } = JSON.parse(bundle.content.dsseEnvelope.payload.toString("utf8"));
    const digest = createHash("sha256").update(artifact).digest("hex");
    assert.ok(subject.some((one: { digest: { sha256: string } }) => one.digest.sha256 === digest));
  }
  if (kindOf(bundle) === "key") return;
  const { identity, issuer } = identityOf(signer.identity ?? {});
  assert.equal(identity, (await file("identity"))?.trim() ?? IDENTITY);
  assert.equal(issuer, (await file("issuer"))?.trim() ?? ISSUER);
}
