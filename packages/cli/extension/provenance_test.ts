// What a pull, an update and an install make of who signed: against a registry that may lie.

import assert from "node:assert/strict";
import type { Publisher } from "@svc/core/publisher";
import { type Claims, fakeSigstore, githubClaims } from "@svc/fakes/sigstore";
import { type NewSigningKey, newSigningKey, signVersion } from "@svc/provenance/sign";
import { type Publication, publishedAt } from "../testing/published.ts";

const NAME = "@acme/greeter";
const FIRST = "2026.11.21.1";
const SECOND = "2026.11.22.1";
const THIRD = "2026.11.23.1";

const sigstore = await fakeSigstore();

/** A registry that trusts the fake Sigstore, as the reader's policy does. */
async function world(policy = "", environment: Record<string, string> = {}) {
  const at = await publishedAt(environment);
  const { services } = at.on.registry;
  services.trustRoot = { digest: "0", text: () => Promise.resolve(sigstore.root) };
  const root = `${at.on.registry.services.folder.uploads}/../root.json`;
  await Deno.writeTextFile(root, sigstore.root);
  const file = `${at.on.registry.services.folder.uploads}/../policy.yaml`;
  await Deno.writeTextFile(file, `provenance:\n  root: ${root}\n${policy}`);
  const collective = await services.db.selectFrom("collective").select("id")
    .where("slug", "=", "acme").executeTakeFirstOrThrow();
  return {
    ...at,
    publish: (publication: Publication) => at.publish({ codeless: true, ...publication }),
    async register({ publicKey: spki, hint }: NewSigningKey) {
      await services.db.insertInto("signing_key").values({
        ...{ id: crypto.randomUUID(), collective_id: collective.id, spki, hint, name: "vault" },
        ...{ created_by: null, created_at: services.now().toISOString(), revoked_at: null },
      }).execute();
    },
    /** Removes all that the registry has of a version's statement, as one that lies would. */
    async strip(version: string) {
      const row = await services.db.selectFrom("extension_version").select("id")
        .where("version", "=", version).executeTakeFirstOrThrow();
      await services.db.deleteFrom("provenance").where("version_id", "=", row.id).execute();
      services.events.emit("extension.changed", { extensionId: row.id, name: NAME });
    },
    svc: (argv: string[], settings: Parameters<typeof at.reader>[1] = {}) =>
      at.reader(argv, { ...settings, env: { SVC_POLICY: file, ...settings?.env } }),
    lockfile: `${at.repo}/upstream_extensions.json`,
  };
}

type World = Awaited<ReturnType<typeof world>>;

/** A job's statement, as GitHub's would be. */
function byJob(changed: Claims = {}) {
  const claims = githubClaims(changed);
  return ({ name, checksum }: { name: string; checksum: string }) =>
    sigstore.sign({
      _type: "https://in-toto.io/Statement/v1",
      subject: [{ name, digest: { sha256: checksum } }],
      predicateType: "https://slsa.dev/provenance/v1",
      predicate: {
        buildDefinition: { buildType: "urn:svc:build:ci:v1", externalParameters: {} },
        runDetails: { builder: { id: "urn:svc:runner" } },
      },
    }, claims);
}

const byKey = (key: NewSigningKey) => (subject: { name: string; checksum: string }) =>
  signVersion(subject, key.privateKey);

async function pulled(at: Pick<World, "svc">, version: string, ...more: string[]) {
  const done = await at.svc(["extension", "pull", `${NAME}@${version}`, "--json", ...more]);
  return { exit: done.exit, said: done.stderr, code: codeIn(done.stderr) };
}

function codeIn(stderr: string): string | undefined {
  const json = stderr.slice(stderr.indexOf("{"));
  return stderr.includes("{") ? JSON.parse(json).code : undefined;
}

async function lockedPublisher({ lockfile }: World): Promise<Publisher | undefined> {
  return JSON.parse(await Deno.readTextFile(lockfile))[NAME]?.publisher;
}

Deno.test("the first use pins who signed, in the lockfile and for the person; the same one goes on", async () => {
  await using at = await world();
  await at.publish({ sign: byJob() });
  assert.equal((await pulled(at, FIRST)).exit, 0);
  assert.deepEqual(await lockedPublisher(at), {
    issuer: "https://token.actions.githubusercontent.com",
    repository: "https://github.com/acme/greeter",
    repositoryId: "1001",
    ownerId: "2002",
    workflow: ".github/workflows/release.yml",
    identity: null,
  });
  // Another tag, commit and run of the same workflow.
  const next = { ref: "refs/tags/v2", sha: "b".repeat(40), run_id: "78" };
  await at.publish({ version: SECOND, sign: byJob(next) });
  const again = await pulled(at, SECOND);
  assert.equal(again.exit, 0, again.said);
});

Deno.test("a repository that was renamed is told in one line and goes on", async () => {
  await using at = await world();
  await at.publish({ sign: byJob() });
  await pulled(at, FIRST);
  const repository = "acme/hello";
  const workflow_ref = `${repository}/.github/workflows/release.yml@refs/tags/v1`;
  await at.publish({ version: SECOND, sign: byJob({ repository, workflow_ref }) });
  const done = await at.svc(["extension", "pull", `${NAME}@${SECOND}`]);
  assert.equal(done.exit, 0, done.stderr);
  assert.match(done.stderr, /its repository has another name now/);
});

const OTHERS: Readonly<Record<string, Claims>> = {
  "another issuer": { iss: "https://issuer.example" },
  "a repository of another id, resurrected under the old name": { repository_id: "1002" },
  "another owner": { repository_owner_id: "2003" },
  "another workflow": {
    workflow_ref: "acme/greeter/.github/workflows/other.yml@refs/tags/v1",
  },
};
for (const [what, claims] of Object.entries(OTHERS)) {
  Deno.test(`attack: ${what}: refused, with both side by side, and nothing is installed`, async () => {
    await using at = await world();
    await at.publish({ sign: byJob() });
    await pulled(at, FIRST);
    await at.publish({ version: SECOND, sign: byJob(claims) });
    const refused = await pulled(at, SECOND, "--yes");
    assert.deepEqual([refused.exit, refused.code], [1, "publisher_changed"]);
    assert.match(refused.said, /before {2}repository[^]*now {5}repository/);
    assert.match(refused.said, new RegExp(`svc extension update ${NAME} --accept-publisher`));
    const { extensions } = JSON.parse(
      (await at.svc(["extension", "list", "--json"])).stdout,
    );
    assert.equal(extensions[0].version, FIRST);
  });
}

Deno.test("attack: a statement that the registry or a mirror strips is missed", async () => {
  await using at = await world();
  await at.publish({ sign: byJob() });
  await pulled(at, FIRST);
  await at.publish({ version: SECOND, sign: byJob() });
  await at.strip(SECOND);
  const refused = await pulled(at, SECOND, "--yes");
  assert.equal(refused.code, "publisher_changed");
  assert.match(refused.said, /now {5}nobody/);
});

Deno.test("attack: a pin that is taken out of the lockfile still stands in the person's configuration", async () => {
  await using at = await world();
  await at.publish({ sign: byJob() });
  await pulled(at, FIRST);
  const lockfile = JSON.parse(await Deno.readTextFile(at.lockfile));
  delete lockfile[NAME].publisher;
  await Deno.writeTextFile(at.lockfile, JSON.stringify(lockfile));
  await at.publish({ version: SECOND, sign: byJob({ repository_id: "1002" }) });
  assert.equal((await pulled(at, SECOND)).code, "publisher_changed");
});

Deno.test("in a clone the lockfile's pin counts, and install holds what it restores against it", async () => {
  await using at = await world();
  await at.publish({ sign: byJob() });
  await pulled(at, FIRST);
  const lockfile = JSON.parse(await Deno.readTextFile(at.lockfile));
  const clone = `${at.repo}/clone`;
  await Deno.mkdir(clone);
  const inClone = (...argv: string[]) =>
    at.on &&
    at.svc([...argv, "--repo-dir", clone], { env: { XDG_CONFIG_HOME: `${clone}-config` } });
  await Deno.mkdir(`${clone}-config`, { mode: 0o700 });
  assert.equal((await at.svc(["init", clone])).exit, 0);
  const restore = async (publisher: Publisher) => {
    lockfile[NAME].publisher = publisher;
    await Deno.writeTextFile(`${clone}/upstream_extensions.json`, JSON.stringify(lockfile));
    return await inClone("extension", "install", "--yes", "--json");
  };
  const good = lockfile[NAME].publisher;
  const refused = await restore({ ...good, repositoryId: "9" });
  assert.equal(refused.exit, 1);
  assert.match(JSON.parse(refused.stdout).entries[0].error, /another publisher than before/);
  const restored = await restore(good);
  assert.equal(restored.exit, 0, restored.stdout + restored.stderr);
});

Deno.test("another publisher is accepted at a terminal alone: no option answers", async () => {
  await using at = await world();
  await at.publish({ sign: byJob() });
  await pulled(at, FIRST);
  await at.publish({ version: SECOND, sign: byJob({ repository_id: "1002" }) });
  const update = ["extension", "update", NAME, "--accept-publisher", "--yes"];
  const refused = await at.svc([...update, "--json"]);
  assert.equal(refused.exit, 1);
  const [{ error }] = JSON.parse(refused.stdout).extensions;
  assert.match(error, /another publisher than before[^]*Accept it at a terminal/);
  const several = await at.svc(["extension", "update", "--accept-publisher", "--json"]);
  assert.equal(several.exit, 2);
});

Deno.test("keys are pinned by their digest; another registered key is another publisher", async () => {
  await using at = await world();
  const [one, other] = [newSigningKey(), newSigningKey()];
  await at.register(one);
  await at.register(other);
  await at.publish({ sign: byKey(one) });
  assert.equal((await pulled(at, FIRST)).exit, 0);
  assert.deepEqual(await lockedPublisher(at), { key: one.hint });
  await at.publish({ version: SECOND, sign: byKey(other) });
  assert.equal((await pulled(at, SECOND)).code, "publisher_changed");
});

Deno.test("the registry's own trust root is not the client's: what only the registry trusts is refused", async () => {
  await using at = await world();
  await at.publish({ sign: byJob() });
  const done = await at.reader(["extension", "pull", NAME, "--json"]);
  assert.deepEqual([done.exit, codeIn(done.stderr)], [1, "provenance_invalid"]);
  assert.match(done.stderr, /'svc upgrade' renews the trust root/);
});

Deno.test("attack: a registry that exchanges archive and checksum under an old statement", async () => {
  await using at = await world();
  await at.publish({ sign: byJob() });
  await at.publish({ version: SECOND, sign: byJob() });
  const { db, events } = at.on.registry.services;
  const [first, second] = await db.selectFrom("extension_version").select(["id", "version"])
    .orderBy("version").execute();
  const { bundle } = await db.selectFrom("provenance").select("bundle")
    .where("version_id", "=", first!.id).executeTakeFirstOrThrow();
  const row = await db.deleteFrom("provenance").where("version_id", "=", second!.id).returningAll()
    .executeTakeFirstOrThrow();
  await db.insertInto("provenance").values({ ...row, bundle }).execute();
  events.emit("extension.changed", { extensionId: first!.id, name: NAME });
  assert.equal((await pulled(at, SECOND)).code, "provenance_invalid");
});

Deno.test("what nobody signed installs as ever, unless it is required", async () => {
  await using at = await world();
  await at.publish({});
  const required = await pulled(at, FIRST, "--require-provenance");
  assert.deepEqual([required.exit, required.code], [1, "provenance_missing"]);
  assert.equal((await pulled(at, FIRST)).exit, 0);
  assert.equal(await lockedPublisher(at), undefined);
});

Deno.test("a policy requires statements, and names who may publish", async () => {
  await using required = await world("  require: ['@acme/*']\n");
  await required.publish({});
  assert.equal((await pulled(required, FIRST)).code, "provenance_missing");
  const identity = (ownerId: string) =>
    "  identities:\n    - names: ['@acme/*']\n" +
    `      issuer: https://token.actions.githubusercontent.com\n      ownerId: ${ownerId}\n`;
  await using fitting = await world(identity("2002"));
  await fitting.publish({ sign: byJob() });
  assert.equal((await pulled(fitting, FIRST)).exit, 0);
  await using other = await world(identity("2003"));
  await other.publish({ sign: byJob() });
  const refused = await pulled(other, FIRST);
  assert.equal(refused.code, "publisher_changed");
  assert.match(refused.said, /not from a publisher that the policy names/);
});

Deno.test("attack: a registry that gives an extension another name does not lead past the policy", async () => {
  await using at = await world("  require: ['@acme/*']\n");
  await at.publish({});
  // As if it had been transferred since to a collective that the policy says nothing of.
  await using lying = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    async (asked) => {
      const { pathname, search } = new URL(asked.url);
      const own = pathname.replace("other", "acme");
      const answer = await fetch(`${at.on.url}${own}${search}`, { redirect: "manual" });
      const { status, headers } = answer;
      if (headers.has("location")) return new Response(null, { status, headers });
      const body = await answer.json();
      if (body.name === NAME) body.name = "@other/greeter";
      if (pathname.endsWith("/checksum")) body.publishedAs = NAME;
      return Response.json(body, { status });
    },
  );
  const env = { SVC_CLUB_URL: `http://127.0.0.1:${lying.addr.port}` };
  const done = await at.svc(["extension", "pull", `${NAME}@${FIRST}`, "--json"], { env });
  assert.deepEqual([done.exit, codeIn(done.stderr)], [1, "provenance_missing"]);
});

Deno.test("verify checks what is installed without the registry, and one version without installing", async () => {
  await using at = await world();
  await at.publish({ sign: byJob() });
  const remote = await at.svc(["extension", "verify", `${NAME}@${FIRST}`, "--json"]);
  assert.equal(remote.exit, 0, remote.stderr);
  assert.equal(JSON.parse(remote.stdout).extensions[0].commit, githubClaims().sha);
  await pulled(at, FIRST);
  const offline = { env: { SVC_CLUB_URL: "http://127.0.0.1:9" } };
  const here = await at.svc(["extension", "verify", "--json"], offline);
  assert.equal(here.exit, 0, here.stderr);
  const { extensions: [one], verified } = JSON.parse(here.stdout);
  assert.deepEqual([one.status, one.publisher.repositoryId, verified], ["verified", "1001", 1]);
  assert.equal(one.notChecked, null, "a job has no key that could be revoked");

  const lockfile = await Deno.readTextFile(at.lockfile);
  await Deno.writeTextFile(at.lockfile, lockfile.replace('"1001"', '"1002"'));
  const changed = await at.svc(["extension", "verify", NAME, "--json"], offline);
  assert.equal(changed.exit, 1);
  assert.equal(JSON.parse(changed.stdout).extensions[0].status, "failed");
});

Deno.test("verify never passes for what it did not ask: whether a key was revoked after the pull", async () => {
  await using at = await world();
  const key = newSigningKey();
  await at.register(key);
  await at.publish({ sign: (subject) => signVersion(subject, key.privateKey) });
  await pulled(at, FIRST);
  await at.on.registry.services.db.updateTable("signing_key")
    .set({ revoked_at: at.on.registry.services.now().toISOString() }).execute();
  const places: Record<string, string>[] = [{}, { SVC_CLUB_URL: "http://127.0.0.1:9" }];
  for (const env of places) {
    const { exit, stdout } = await at.svc(["extension", "verify"], { env });
    assert.equal(exit, 0);
    assert.match(
      stdout,
      /: verified\n[^]*\n {2}not checked: whether its key was revoked after it was pulled\n/,
    );
    const { extensions: [one] } = JSON.parse(
      (await at.svc(["extension", "verify", "--json"])).stdout,
    );
    assert.equal(one.notChecked, "whether its key was revoked after it was pulled");
  }
});

Deno.test("verify fails for one that is named and not signed, and lists it without a name", async () => {
  await using at = await world();
  await at.publish({});
  await pulled(at, FIRST);
  const named = await at.svc(["extension", "verify", NAME, "--json"]);
  assert.deepEqual([named.exit, codeIn(named.stderr)], [1, "provenance_missing"]);
  const all = await at.svc(["extension", "verify"]);
  assert.equal(all.exit, 0);
  assert.match(all.stdout, /not signed/);
});

/** The same at a registry with a log. */
async function loggedWorld() {
  const folder = await Deno.makeTempDir();
  const key = `${folder}/log.key`;
  await Deno.writeFile(key, crypto.getRandomValues(new Uint8Array(32)), { mode: 0o600 });
  const at = await world("", { SVC_LOG_KEY: key });
  const { services, clock } = at.on.registry;
  const rowOf = async (version: string) => {
    const { id } = await services.db.selectFrom("extension_version").select("id")
      .where("version", "=", version).executeTakeFirstOrThrow();
    return {
      id,
      row: services.db.selectFrom("provenance").selectAll().where("version_id", "=", id),
    };
  };
  const keys = async (method: string, path: string, body: object = {}) => {
    const answer = await fetch(`${at.on.url}/api/v1/collectives/acme/signing-keys${path}`, {
      method,
      headers: { cookie: at.ada.cookie, origin: at.on.url, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const { signingKey } = await answer.json();
    assert.ok(answer.ok);
    await services.registryLog!.sequence();
    return signingKey.id as string;
  };
  return {
    ...at,
    /** Gives a version the bundle that is made for it, instead of its own, or none. */
    async exchange(version: string, bundle: string) {
      const { id, row } = await rowOf(version);
      const like = await services.db.selectFrom("provenance").selectAll().limit(1)
        .executeTakeFirstOrThrow();
      const own = await row.executeTakeFirst();
      await services.db.deleteFrom("provenance").where("version_id", "=", id).execute();
      await services.db.insertInto("provenance")
        .values({ ...(own ?? like), version_id: id, bundle }).execute();
      services.events.emit("extension.changed", { extensionId: id, name: NAME });
    },
    subjectOf: async (version: string) => {
      const { checksum } = await services.db.selectFrom("extension_version").select("checksum")
        .where("version", "=", version).executeTakeFirstOrThrow();
      return { name: `${NAME}@${version}`, checksum };
    },
    register: (key: NewSigningKey) => keys("POST", "", { name: "vault", publicKey: key.publicKey }),
    revoke: (id: string) => keys("DELETE", `/${id}`),
    /** What a registry that lies says of a key. */
    unrevoke: (id: string) =>
      services.db.updateTable("signing_key").set({ revoked_at: null }).where("id", "=", id)
        .execute(),
    minute: () => void (clock.now = new Date(clock.now.getTime() + 60_000)),
    async [Symbol.asyncDispose]() {
      await at[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

Deno.test("attack: a statement that was stripped, exchanged or added: the log has another, on a fresh machine too", async () => {
  await using at = await loggedWorld();
  await at.publish({ sign: byJob() });
  await at.publish({ version: SECOND });
  await at.exchange(FIRST, await byJob()(await at.subjectOf(FIRST)));
  assert.match((await pulled(at, FIRST)).said, /with another statement[^]*log_inconsistent/);
  await at.exchange(SECOND, await byJob()(await at.subjectOf(SECOND)));
  assert.match((await pulled(at, SECOND)).said, /without a statement[^]*log_inconsistent/);
  await at.strip(FIRST);
  assert.match((await pulled(at, FIRST)).said, /with a statement[^]*log_inconsistent/);
  const named = await at.svc(["extension", "verify", `${NAME}@${FIRST}`, "--json"]);
  assert.deepEqual([named.exit, JSON.parse(named.stdout).extensions[0].status], [1, "failed"]);
});

Deno.test("attack: a version of a key that was revoked before, by the registry's times", async () => {
  await using at = await world();
  const key = newSigningKey();
  await at.register(key);
  await at.publish({ sign: byKey(key) });
  const { services, clock } = at.on.registry;
  const revoke = (ms: number) =>
    services.db.updateTable("signing_key")
      .set({ revoked_at: new Date(clock.now.getTime() + ms).toISOString() }).execute();
  await revoke(-1);
  const refused = await pulled(at, FIRST);
  assert.equal(refused.code, "provenance_invalid");
  assert.match(refused.said, /its key was revoked on/);
  await revoke(1);
  services.events.emit("extension.changed", { extensionId: "", name: NAME });
  // What it signed before stays valid.
  assert.equal((await pulled(at, FIRST)).exit, 0);
});

Deno.test("attack: a revoked key goes on, and its registry hides the revocation: the log has it", async () => {
  await using at = await loggedWorld();
  const [one, other] = [newSigningKey(), newSigningKey()];
  const id = await at.register(one);
  await at.publish({ sign: byKey(one) });
  at.minute();
  await at.revoke(id);
  assert.equal((await pulled(at, FIRST)).exit, 0, "what it signed before stays valid");
  at.minute();
  await at.unrevoke(id);
  await at.publish({ version: SECOND, sign: byKey(one) });
  const refused = await pulled(at, SECOND);
  assert.equal(refused.code, "provenance_invalid", refused.said);
  assert.match(refused.said, /its key was revoked on/);
  // The key that follows is asked for, with what the log tells of both.
  await at.register(other);
  await at.publish({ version: THIRD, sign: byKey(other) });
  const changed = await pulled(at, THIRD);
  assert.equal(changed.code, "publisher_changed");
  assert.match(
    changed.said,
    /before {2}revoked .*as the log has it.*now {5}registered .*as the log has it/,
  );
});
