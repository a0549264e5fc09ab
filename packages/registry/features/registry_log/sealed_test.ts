import { commitmentOf } from "@svc/log/leaf";
import { parseVkey } from "@svc/log/note";
import { parseProof } from "@svc/log/proof_text";
import { checkInclusion, leafHash } from "@svc/log/tree";
import { openCheckpoint } from "@svc/log/checkpoint";
import assert from "node:assert/strict";
import { compiledIn, planOf } from "../../testing/compiled.ts";
import { testEmbedded } from "../../testing/engine.ts";
import { published } from "../../testing/extensions/push.ts";
import { deleteAccount } from "../person/delete_account.ts";
import {
  collective,
  join,
  memberId,
  type Person,
  personalKey,
  send,
  signUp,
  token,
} from "../identity/testing.ts";
import { type LoggingRegistry, loggingRegistry, readLog } from "./testing.ts";

const HOUR = 60 * 60_000;

/** A private collective `dark` of ada with two versions, whose events are in the log. */
async function dark(environment: Record<string, string> = {}) {
  const registry = await loggingRegistry({
    environment,
    now: new Date("2026-11-23T10:20:30.400Z"),
  });
  const ada = await signUp(registry, "ada-lovelace");
  await collective(registry, ada, "dark-mill", { private: true });
  const { key } = await personalKey(registry, ada);
  for (const version of ["2026.01.01.1", "2026.01.02.1"]) {
    await published(registry, key, { name: "@dark-mill/secret-tool", version });
  }
  await registry.services.registryLog!.sequence();
  return { registry, ada, key };
}

const proofOf = (registry: LoggingRegistry, bearer?: string, more = "") =>
  send(
    registry,
    `GET /api/v1/log/proof?name=%40dark-mill%2Fsecret-tool&version=2026.01.02.1${more}`,
    bearer === undefined ? {} : { bearer },
  );

Deno.test("what a private collective does is sealed, with its hour and nothing of it", async () => {
  const { registry } = await dark();
  await using _ = registry;
  const { leaves, entries } = await readLog(registry);
  assert.equal(leaves.length, 3, "a member and two publications");
  for (const leaf of leaves) {
    assert.deepEqual(Object.keys(leaf).sort(), ["at", "commit", "kind", "v"]);
    assert.deepEqual([leaf.kind, leaf.at], ["sealed", "2026-11-23T10:00:00.000Z"]);
  }
  const all = entries.map((bytes) => new TextDecoder().decode(bytes)).join("\n");
  // A commitment is hexadecimal, and one in sixty has "ada" somewhere.
  const commitment = /"commit":"[0-9a-f]{64}"/g;
  assert.equal(all.match(commitment)?.length, 3);
  assert.doesNotMatch(all.replaceAll(commitment, ""), /dark|secret|ada/);
});

testEmbedded(
  "what a stranger asks of the log costs what it has of that extension, and not all of it",
  async () => {
    await using registry = await loggingRegistry();
    const { db } = registry.services;
    const ada = await signUp(registry, "ada");
    await collective(registry, ada, "acme");
    const { key } = await personalKey(registry, ada);
    await published(registry, key, { name: "@acme/hello", version: "2026.01.01.1" });
    for (const path of ["proof?version=2026.01.01.1&", "proof?kind=owner&", "entries?after=0&"]) {
      const queries = await compiledIn(
        db,
        () => registry.request(`/api/v1/log/${path}name=@acme/hello`).then((of) => of.text()),
      );
      const [query] = queries.filter(({ sql }) => sql.includes('from "log_leaf"'));
      const plan = (await planOf(db, query!)).join("\n");
      assert.match(plan, /SEARCH log_leaf USING INDEX \w+ \(extension_id=\?/, `${path}: ${plan}`);
    }
    const last = await registry.request(
      `/api/v1/log/entries?name=@acme/hello&after=${Number.MAX_SAFE_INTEGER}`,
    );
    assert.deepEqual(await last.json(), { entries: [], next: null });
  },
);

Deno.test("two equal private events have different commitments", async () => {
  const { registry, ada } = await dark();
  await using _ = registry;
  const at = "/api/v1/collectives/dark-mill/api-tokens";
  for (let n = 0; n < 2; n++) {
    const { id } = await token(registry, ada, "dark-mill", ["extensions:read"]);
    await send(registry, `DELETE ${at}/${id}`, { cookie: ada.cookie });
  }
  await registry.services.registryLog!.sequence();
  const rows = await registry.services.db.selectFrom("log_leaf").select(["entry", "body"])
    .where("kind", "=", "token").orderBy("idx").execute();
  assert.equal(rows.length, 4);
  assert.equal(rows[0]!.body, rows[2]!.body, "the same event");
  assert.equal(new Set(rows.map(({ entry }) => entry)).size, 4);
});

Deno.test("who may read a private extension gets leaf and salt, which are those of the entry", async () => {
  const { registry, key } = await dark();
  await using _ = registry;
  const { status, body } = await proofOf(registry, key);
  assert.equal(status, 200, JSON.stringify(body));
  const proof = parseProof(body.proof);
  const entry = JSON.parse(new TextDecoder().decode(proof.extra));
  const leaf = Uint8Array.fromBase64(body.leaf);
  assert.equal(entry.commit, commitmentOf(Uint8Array.fromBase64(body.salt), leaf));
  const { subject, version, kind } = JSON.parse(new TextDecoder().decode(leaf));
  assert.deepEqual([subject, version, kind], [
    "@dark-mill/secret-tool",
    "2026.01.02.1",
    "published",
  ]);
  const keys = (await (await registry.request("/log/key")).text()).trim().split("\n");
  const head = openCheckpoint(proof.checkpoint, "registry.test/log", keys.map(parseVkey));
  const included = {
    ...head,
    index: proof.index,
    leaf: leafHash(proof.extra!),
    proof: proof.proof,
  };
  assert.ok(checkInclusion(included));
});

/** Who asks, and whether they read a private extension's leaf and salt, by way of both endpoints. */
const READERS = {
  stranger: false,
  "another person": false,
  "another collective's token": false,
  "its owner": true,
  "its member": true,
  "its token for reading": true,
  "its token for serving": false,
  "a member who was removed": false,
} as const;

Deno.test("salt and leaf of a private extension are for who may read it, and for nobody else", async () => {
  const { registry, ada, key } = await dark();
  await using _ = registry;
  const [mia, rex, sam] = await Promise.all(
    ["mia", "rex", "sam"].map((name) => signUp(registry, name)),
  ) as [Person, Person, Person];
  await join(registry, ada, "dark-mill", mia, "member");
  await join(registry, ada, "dark-mill", rex, "member");
  const keyOf = async (person: Person) => (await personalKey(registry, person)).key;
  const rexKey = await keyOf(rex);
  const rexs = await memberId(registry, ada, "dark-mill", rex);
  await send(registry, `DELETE /api/v1/collectives/dark-mill/members/${rexs}`, {
    cookie: ada.cookie,
  });
  await collective(registry, sam, "other");
  const callers: Record<keyof typeof READERS, string | undefined> = {
    stranger: undefined,
    "another person": await keyOf(sam),
    "another collective's token": (await token(registry, sam, "other", ["extensions:*"])).key,
    "its owner": key,
    "its member": await keyOf(mia),
    "its token for reading": (await token(registry, ada, "dark-mill", ["extensions:read"])).key,
    "its token for serving": (await token(registry, ada, "dark-mill", ["serve:*"])).key,
    "a member who was removed": rexKey,
  };
  for (const [who, may] of Object.entries(READERS)) {
    const bearer = callers[who as keyof typeof READERS];
    const proof = await proofOf(registry, bearer);
    const entries = await send(
      registry,
      "GET /api/v1/log/entries?name=%40dark-mill%2Fsecret-tool",
      bearer === undefined ? {} : { bearer },
    );
    assert.equal(proof.status === 200, may, `${who}: ${JSON.stringify(proof.body)}`);
    assert.equal(entries.status === 200, may, `${who}: ${JSON.stringify(entries.body)}`);
    if (may) {
      assert.equal(entries.body.entries.length, 2, who);
      assert.ok(entries.body.entries.every(({ salt }: { salt: string }) => salt !== null), who);
    } else assert.ok(!JSON.stringify([proof.body, entries.body]).includes('"salt"'), who);
  }
});

/** Who asks for a private collective's sealed entries, and of what kinds; nothing for who is refused. */
const COLLECTIVE_READERS = {
  stranger: [],
  "another person": [],
  "another person, of their own collective": ["member"],
  "its owner": ["member", "published", "token"],
  "its admin": ["member", "published", "token"],
  "its member": ["published"],
  "its token": [],
  "a member who was removed": [],
} as const;

Deno.test("what sealed entries say of members and tokens is for owners and admins, of extensions for members", async () => {
  const { registry, ada, key } = await dark();
  await using _ = registry;
  const [ann, mia, rex, sam] = await Promise.all(
    ["ann", "mia", "rex", "sam"].map((name) => signUp(registry, name)),
  ) as [Person, Person, Person, Person];
  await join(registry, ada, "dark-mill", ann, "admin");
  await join(registry, ada, "dark-mill", mia, "member");
  await join(registry, ada, "dark-mill", rex, "member");
  const rexs = await memberId(registry, ada, "dark-mill", rex);
  await send(registry, `DELETE /api/v1/collectives/dark-mill/members/${rexs}`, {
    cookie: ada.cookie,
  });
  await collective(registry, sam, "other", { private: true });
  const keyOf = async (person: Person) => (await personalKey(registry, person)).key;
  const own = await token(registry, ada, "dark-mill", ["extensions:*", "collective:*"]);
  await registry.services.registryLog!.sequence();
  const callers: Record<keyof typeof COLLECTIVE_READERS, string | undefined> = {
    stranger: undefined,
    "another person": await keyOf(sam),
    "another person, of their own collective": await keyOf(sam),
    "its owner": key,
    "its admin": await keyOf(ann),
    "its member": await keyOf(mia),
    "its token": own.key,
    "a member who was removed": await keyOf(rex),
  };
  const { leaves } = await readLog(registry);
  for (const [who, kinds] of Object.entries(COLLECTIVE_READERS)) {
    const bearer = callers[who as keyof typeof COLLECTIVE_READERS];
    const slug = who.endsWith("own collective") ? "other" : "dark-mill";
    const { status, body } = await send(
      registry,
      `GET /api/v1/collectives/${slug}/log-entries`,
      bearer === undefined ? {} : { bearer },
    );
    assert.equal(status === 200, kinds.length > 0, `${who}: ${JSON.stringify(body)}`);
    if (status !== 200) {
      assert.doesNotMatch(JSON.stringify(body), /"salt"/);
      continue;
    }
    const entries: { index: number; leaf: string; salt: string }[] = body.entries;
    const said = entries.map(({ index, leaf, salt }) => {
      const bytes = Uint8Array.fromBase64(leaf);
      assert.equal(leaves[index]!.commit, commitmentOf(Uint8Array.fromBase64(salt), bytes));
      return JSON.parse(new TextDecoder().decode(bytes));
    });
    assert.deepEqual([...new Set(said.map(({ kind }) => kind))].sort(), kinds, who);
    assert.ok(said.every(({ subject }) => subject.startsWith(`@${slug}`)), who);
  }
  const page = await send(registry, "GET /api/v1/collectives/dark-mill/log-entries?after=2", {
    bearer: key,
  });
  assert.ok(page.body.entries.every(({ index }: { index: number }) => index > 2));
  // What is deleted cannot be opened by anybody.
  await send(registry, "POST /api/v1/collectives/dark-mill/delete", { cookie: ada.cookie });
  const gone = await send(registry, "GET /api/v1/collectives/dark-mill/log-entries", {
    bearer: key,
  });
  assert.equal(gone.status, 404);
});

Deno.test("a collective that becomes public has all its versions in the log for everybody, once", async () => {
  const { registry, ada } = await dark();
  await using _ = registry;
  const open = (isPrivate: boolean) =>
    send(registry, "PATCH /api/v1/collectives/dark-mill", {
      cookie: ada.cookie,
      body: { private: isPrivate },
    });
  for (const isPrivate of [false, true, false]) {
    assert.equal((await open(isPrivate)).status, 200);
    await registry.services.registryLog!.sequence();
  }
  const { leaves } = await readLog(registry);
  const plain = leaves.filter(({ kind }) => kind !== "sealed");
  assert.deepEqual(plain.map(({ kind, version, by }) => [kind, version, by]), [
    ["published", "2026.01.01.1", { credential: "registry" }],
    ["published", "2026.01.02.1", { credential: "registry" }],
  ]);
  const { status, body } = await proofOf(registry);
  assert.deepEqual([status, body.salt], [200, null]);
  const { body: { entries } } = await send(
    registry,
    "GET /api/v1/log/entries?name=%40dark-mill%2Fsecret-tool",
  );
  assert.equal(entries.length, 4, "those it had as a private one can be opened now");
});

Deno.test("an extension that leaves a private collective shows nothing of that in the log", async () => {
  const { registry, ada } = await dark();
  await using _ = registry;
  await collective(registry, ada, "light");
  const offered = await send(
    registry,
    "POST /api/v1/extensions/%40dark-mill%2Fsecret-tool/transfer",
    { cookie: ada.cookie, body: { to: "light", makesPublic: true } },
  );
  assert.equal(offered.status, 200, JSON.stringify(offered.body));
  const accepted = await send(registry, "POST /api/v1/collectives/light/transfers/accept", {
    cookie: ada.cookie,
    body: { extension: "@dark-mill/secret-tool" },
  });
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body));
  await registry.services.registryLog!.sequence();
  const { leaves, entries } = await readLog(registry);
  assert.deepEqual(leaves.slice(3).map(({ kind, subject }) => [kind, subject]), [
    ["member", "@light"],
    ["sealed", undefined],
    ["published", "@light/secret-tool"],
    ["published", "@light/secret-tool"],
  ]);
  const all = entries.map((bytes) => new TextDecoder().decode(bytes)).join("\n");
  assert.doesNotMatch(all, /dark-mill/);
  const { body } = await send(registry, "GET /api/v1/log/entries?name=%40light%2Fsecret-tool");
  assert.equal(body.entries.length, 2);
  assert.doesNotMatch(
    body.entries.map(({ leaf }: { leaf: string }) => atob(leaf)).join("\n"),
    /dark-mill/,
  );
});

Deno.test("by the day, private events come after their day and in no order of it; others at once", async () => {
  const { registry, ada } = await dark({ SVC_LOG_PRIVATE: "daily" });
  await using _ = registry;
  assert.deepEqual((await readLog(registry)).leaves, []);
  await collective(registry, ada, "light");
  for (let n = 0; n < 20; n++) await token(registry, ada, "dark-mill", ["extensions:read"]);
  await registry.services.registryLog!.sequence();
  assert.deepEqual((await readLog(registry)).leaves.map(({ kind }) => kind), ["member"]);
  registry.clock.now = new Date(registry.clock.now.getTime() + 14 * HOUR);
  await registry.services.registryLog!.sequence();
  const { leaves } = await readLog(registry);
  assert.equal(leaves.length, 1 + 3 + 20);
  assert.ok(leaves.slice(1).every(({ at }) => at === "2026-11-23T00:00:00.000Z"));
  const kinds = await registry.services.db.selectFrom("log_leaf").select("kind").orderBy("idx")
    .execute();
  const first = kinds.slice(1, 4).map(({ kind }) => kind);
  // One in 253 shuffles has these three first in some order; their order among all is what counts.
  const salts = await registry.services.db.selectFrom("log_leaf").select("salt")
    .where("salt", "is not", null).orderBy("idx").execute();
  assert.deepEqual(salts, salts.toSorted((a, b) => a.salt! < b.salt! ? -1 : 1), first.join());
});

Deno.test("private events are not logged at all where that is the setting", async () => {
  const { registry, key } = await dark({ SVC_LOG_PRIVATE: "off" });
  await using _ = registry;
  const [own, strange] = [await proofOf(registry, key), await proofOf(registry)];
  assert.deepEqual([own.status, own.body.code], [404, "log_left_out"], "who reads it is told why");
  assert.deepEqual([strange.status, strange.body.code], [404, "not_found"]);
  assert.deepEqual((await readLog(registry)).leaves, []);
  assert.deepEqual(
    await registry.services.db.selectFrom("log_pending").select("id").execute(),
    [],
  );
});

Deno.test("a deleted account leaves nothing in the log that leads to it, and the tree is as it was", async () => {
  const registry = await loggingRegistry();
  await using _ = registry;
  const { services } = registry;
  const eve = await signUp(registry, "eve-online");
  const ada = await signUp(registry, "ada");
  for (const slug of ["mill", "farm"]) {
    await collective(registry, ada, slug);
    await join(registry, ada, slug, eve, "member");
  }
  await token(registry, eve, "eve-online", ["extensions:read"]);
  await services.registryLog!.sequence();
  const before = await readLog(registry);
  const codes = before.leaves.filter(({ kind, to }) => kind === "member" && to === "member")
    .map(({ person }) => person);
  assert.equal(new Set(codes).size, 2, "nobody sees that one person is in both");
  const principal = {
    kind: "session" as const,
    user: { id: eve.id, username: eve.username },
    sessionId: (await services.db.selectFrom("session").select("id")
      .where("userId", "=", eve.id).executeTakeFirstOrThrow()).id,
  };
  await deleteAccount(services, principal, eve.password, { network: null, client: null });
  await services.registryLog!.sequence();
  const after = await readLog(registry);
  assert.deepEqual(after.entries.slice(0, before.entries.length), before.entries);
  assert.deepEqual(after.leaves.slice(before.leaves.length).map(({ kind, from }) => [kind, from]), [
    ["member", "member"],
    ["member", "member"],
  ]);
  const rows = await services.db.selectFrom("log_leaf").selectAll().execute();
  assert.doesNotMatch(JSON.stringify(rows), /eve-online/);
  const keys = await services.db.selectFrom("log_person").select("user_id").execute();
  assert.deepEqual(keys.map(({ user_id }) => user_id), [ada.id]);
});
