import assert from "node:assert/strict";
import type { ProvenanceResponse } from "@svc/core/wire";
import { verifyProvenance } from "@svc/provenance";
import { writeExtension } from "../testing/extension.ts";
import { listeningRegistry, loggedIn } from "../testing/registry.ts";

/** A repository with a vault and an extension in it, of somebody who owns the collective. */
async function desk() {
  const on = await listeningRegistry();
  const ada = await loggedIn(on, "ada");
  await on.createCollective(ada.cookie, "acme");
  const cwd = await Deno.makeTempDir();
  const at = (...argv: string[]) => ada.svc(argv, { cwd });
  assert.equal((await at("init")).exit, 0);
  assert.equal((await at("vault", "create", "local_encryption", "prod")).exit, 0);
  const manifest = await writeExtension(`${cwd}/greeter`);
  return {
    on,
    at,
    manifest,
    put: (key: string, stdin: string) => ada.svc(["vault", "put", "prod", key], { cwd, stdin }),
    /** Registers a key as its page does. */
    async register(body: { name: string; publicKey: string }): Promise<string> {
      const answer = await on.registry.request("/api/v1/collectives/acme/signing-keys", {
        method: "POST",
        headers: { cookie: ada.cookie, origin: on.url, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      assert.equal(answer.status, 200);
      return (await answer.json()).signingKey.id;
    },
    async [Symbol.asyncDispose]() {
      await ada[Symbol.asyncDispose]();
      await on[Symbol.asyncDispose]();
      await Deno.remove(cwd, { recursive: true });
    },
  };
}

Deno.test("a key is made in a vault, registered by its page's address, and signs what is pushed", async () => {
  await using desk_ = await desk();
  const { on, at, manifest } = desk_;
  const made = await at("signing-key", "create", "acme", "prod", "--json");
  assert.equal(made.exit, 4, made.stderr);
  const { url, publicKey, sha256 } = JSON.parse(made.stdout);
  const page = new URL(url);
  assert.equal(page.pathname, "/collectives/acme/settings/signing-keys");
  assert.equal(page.searchParams.get("publicKey"), publicKey);
  const secret = (await at("vault", "get", "prod", "SIGNING_KEY")).stdout;
  assert.match(secret, /^-----BEGIN PRIVATE KEY-----/);
  assert.ok(![made.stdout, made.stderr].join().includes(secret.split("\n")[1]!));

  const early = await at(
    "extension",
    "push",
    manifest,
    "--sign",
    "prod",
    "--yes",
    "--no-check",
    "--json",
  );
  assert.deepEqual([early.exit, JSON.parse(early.stderr).code], [1, "provenance_invalid"]);
  await desk_.register({ name: page.searchParams.get("name")!, publicKey });
  const pushed = await at(
    "extension",
    "push",
    manifest,
    "--sign",
    "prod",
    "--yes",
    "--no-check",
    "--json",
  );
  assert.equal(pushed.exit, 0, pushed.stderr);
  const { name, version, checksum, provenance } = JSON.parse(pushed.stdout);
  assert.equal(provenance, "key");
  const { bundles } = await (await on.registry.request(
    `/api/v1/extensions/${name}@${version}/provenance`,
  )).json() as ProvenanceResponse;
  const found = await verifyProvenance(bundles[0]!.bundle, {
    subject: { name: `${name}@${version}`, checksum },
    root: undefined,
    keys: new Map([[sha256, publicKey]]),
  });
  assert.deepEqual([found.kind, found.kind === "key" && found.hint], ["key", sha256]);
});

Deno.test("a secret that is not a key signs nothing, is not shown, and nothing is sent", async () => {
  await using desk_ = await desk();
  const { at, manifest, on } = desk_;
  const secret = "this-is-no-signing-key-at-all";
  assert.equal((await desk_.put("PASSWORD", secret)).exit, 0);
  // It is told before the types are checked, which are wrong.
  await Deno.writeTextFile(
    `${manifest.replace(/[^/]*$/, "")}/greeter.ts`,
    "const x: number = '';\n",
  );
  const cases = {
    "prod/PASSWORD": "invalid_argument",
    nowhere: "vault_not_found",
    "prod/MISSING": "secret_not_found",
  };
  for (const [from, code] of Object.entries(cases)) {
    for (const command of ["push", "stage"]) {
      const refused = await at("extension", command, manifest, "--sign", from, "--yes", "--json");
      assert.equal(JSON.parse(refused.stderr).code, code, refused.stderr);
      assert.ok(!refused.stderr.includes(secret));
    }
  }
  assert.deepEqual(await on.registry.services.db.selectFrom("upload").select("id").execute(), []);
});

Deno.test("an existing key is not replaced without a word", async () => {
  await using desk_ = await desk();
  const { at } = desk_;
  await at("signing-key", "create", "acme", "prod");
  const secret = (await at("vault", "get", "prod", "SIGNING_KEY")).stdout;
  assert.equal((await at("signing-key", "create", "acme", "prod", "--json")).exit, 2);
  assert.equal((await at("vault", "get", "prod", "SIGNING_KEY")).stdout, secret);
  assert.equal((await at("signing-key", "create", "acme", "prod", "--yes", "--json")).exit, 4);
  assert.notEqual((await at("vault", "get", "prod", "SIGNING_KEY")).stdout, secret);
});
