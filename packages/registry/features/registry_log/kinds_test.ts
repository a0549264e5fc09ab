import { LEAF_KINDS } from "@svc/log/leaf";
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import type { AuditAction } from "../../access/audit/actions.ts";
import { LOG_ENTRIES } from "../../access/audit/log_entry.ts";
import { published } from "../../testing/extensions/push.ts";
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
import type { AuditEntry } from "../audit/schema.ts";
import { quarantine, reinstate, release, takeDown } from "../operating/takedown.ts";
import { exchanged, trusting } from "../publishing/testing.ts";
import { loggingRegistry, readLog } from "./testing.ts";

const NAME = "/api/v1/extensions/%40acme%2Fhello";

/** Kinds that this release has no operation for yet. */
const LATER: readonly string[] = [];

/** Kinds that a test of their own looks at. */
const ELSEWHERE = ["publisher", "key", "epoch", "staged-approved"];

Deno.test("each kind of event is logged where it happens, with no more than its kind has", async () => {
  await using registry = await loggingRegistry();
  const { services } = registry;
  const ada = await signUp(registry, "ada");
  const bob = await signUp(registry, "bob");
  const seen = new Set<string>();
  let read = 0;
  const expect = async (...expected: Record<string, unknown>[]) => {
    await services.registryLog!.sequence();
    const { leaves } = await readLog(registry);
    const fresh = leaves.slice(read);
    read = leaves.length;
    assert.deepEqual(
      fresh.map(({ v, at, ...leaf }) => {
        assert.equal(v, 1);
        assert.match(String(at), /^\d{4}-/);
        seen.add(String(leaf.kind));
        if (leaf.person === undefined) return leaf;
        assert.match(String(leaf.person), /^[A-Za-z0-9+/]{22}==$/);
        return { ...leaf, person: "somebody" };
      }),
      expected,
    );
  };
  const ok = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    assert.ok(status < 300, JSON.stringify(body));
  };
  const as = ({ cookie }: Person, line: string, body?: unknown) =>
    send(registry, line, { cookie, ...(body === undefined ? {} : { body }) });
  const at = "/api/v1/collectives/acme";
  const of = { subject: "@acme" };
  const someone = { ...of, person: "somebody" };
  const ext = { subject: "@acme/hello" };
  const session = { by: { credential: "session" } };

  await collective(registry, ada, "acme");
  await expect({ kind: "member", ...someone, to: "owner" });
  await join(registry, ada, "acme", bob, "member");
  await expect({ kind: "member", ...someone, to: "member" });
  const bobs = await memberId(registry, ada, "acme", bob);
  await ok(as(ada, `PATCH ${at}/members/${bobs}`, { role: "admin" }));
  await expect({ kind: "member", ...someone, from: "member", to: "admin" });
  await ok(as(ada, `DELETE ${at}/members/${bobs}`));
  await expect({ kind: "member", ...someone, from: "admin" });
  await join(registry, ada, "acme", bob, "member");
  await expect({ kind: "member", ...someone, to: "member" });
  await ok(as(bob, `POST ${at}/leave`));
  await expect({ kind: "member", ...someone, from: "member" });

  const made = await token(registry, ada, "acme", ["extensions:read", "extensions:push"]);
  await expect({
    kind: "token",
    ...of,
    change: "added",
    credential: "collective",
    scopes: ["extensions:push", "extensions:read"],
  });
  const gone = { kind: "token", ...of, change: "removed", credential: "collective", scopes: [] };
  await ok(as(ada, `PATCH ${at}/api-tokens/${made.id}`, { enabled: false }));
  await expect(gone);
  await ok(as(ada, `DELETE ${at}/api-tokens/${made.id}`));
  await expect(gone);
  const leaked = await token(registry, ada, "acme", ["extensions:read"]);
  await ok(send(registry, "POST /api/v1/leaks", { body: [{ token: leaked.key, type: "svc" }] }));
  await expect({
    kind: "token",
    ...of,
    change: "added",
    credential: "collective",
    scopes: ["extensions:read"],
  }, gone);

  const { key } = await personalKey(registry, ada);
  const [first, second] = ["2026.01.01.1", "2026.01.02.1"];
  for (const version of [first, second]) {
    const { checksum } = await published(registry, key, { version, channel: "beta" });
    await expect({
      kind: "published",
      ...ext,
      version,
      channel: "beta",
      checksum,
      by: { credential: "personal" },
    });
  }
  await ok(as(ada, `POST ${NAME}/promote`, { version: second, toChannel: "rc" }));
  await expect({ kind: "promoted", ...ext, version: second, from: "beta", to: "rc", ...session });
  const reason = "a reason that names bob@example.com";
  await ok(as(ada, `POST ${NAME}@${first}/yank`, { reason }));
  await expect({ kind: "yanked", ...ext, version: first, ...session });
  await ok(as(ada, `POST ${NAME}@${first}/unyank`, {}));
  await expect({ kind: "unyanked", ...ext, version: first, ...session });
  await ok(as(ada, `POST ${NAME}/yank`, { reason, channel: "rc" }));
  await expect({ kind: "yanked", ...ext, channel: "rc", ...session });
  await ok(as(ada, `POST ${NAME}@${second}/unyank`, {}));
  await expect({ kind: "unyanked", ...ext, version: second, ...session });
  await ok(as(ada, `POST ${NAME}/yank`, { reason }));
  await expect({ kind: "yanked", ...ext, ...session });
  await ok(as(ada, `POST ${NAME}/unyank`, {}));
  await expect({ kind: "unyanked", ...ext, ...session });
  await published(registry, key, { name: "@acme/other", version: first });
  await services.registryLog!.sequence();
  read = (await readLog(registry)).leaves.length;
  await ok(as(ada, `POST ${NAME}/deprecate`, { reason, supersededBy: "@acme/other" }));
  await expect({ kind: "deprecated", ...ext, successor: "@acme/other", ...session });
  await ok(as(ada, `POST ${NAME}/undeprecate`));
  await expect({ kind: "undeprecated", ...ext, ...session });

  const now = services.now();
  await quarantine(services, { name: "@acme/hello" }, { note: "looking" }, now);
  await expect({ kind: "taken-down", ...ext });
  await release(services, { name: "@acme/hello" }, now);
  await expect({ kind: "reinstated", ...ext });
  const subject = { name: "@acme/hello", version: first };
  await takeDown(services, subject, { note: "malware", category: "malware" }, now);
  await expect({ kind: "taken-down", ...ext, version: first, category: "malware" });
  await reinstate(services, subject, now);
  await expect({ kind: "reinstated", ...ext, version: first });

  // The audit log names each one's entry.
  const { body: audit } = await as(ada, `GET ${at}/audit?limit=200`);
  const { leaves } = await readLog(registry);
  for (const { action, logIndex } of audit.events as AuditEntry[]) {
    const said = LOG_ENTRIES[action as AuditAction]?.({});
    assert.equal(logIndex === null ? undefined : leaves[logIndex]!.kind, said?.kind, action);
  }
  const named = (audit.events as AuditEntry[]).flatMap(({ logIndex }) => logIndex ?? []);
  assert.deepEqual(named.sort((a, b) => a - b), leaves.map((_, index) => index));
  const page = await registry.request("/collectives/acme/settings/audit", {
    headers: { cookie: ada.cookie },
  });
  assert.match(await page.text(), /entry 0 of the log/);

  await collective(registry, ada, "mill");
  await expect({ kind: "member", subject: "@mill", person: "somebody", to: "owner" });
  await ok(as(ada, `POST ${NAME}/transfer`, { to: "mill" }));
  await expect();
  await ok(as(ada, "POST /api/v1/collectives/mill/transfers/accept", { extension: "@acme/hello" }));
  await expect({ kind: "owner", ...ext, from: "@acme", to: "@mill" });

  await ok(as(ada, "POST /api/v1/collectives/mill/delete"));
  await expect({ kind: "yanked", subject: "@mill/hello", by: { credential: "registry" } });
  const here = LEAF_KINDS.filter((kind) => ![...LATER, ...ELSEWHERE].includes(kind));
  assert.deepEqual([...seen].sort(), here.sort());
});

Deno.test("publishers, signing keys and what a job publishes are logged with ids, and with no name of a place or of what is not published yet", async () => {
  await using world = await trusting("github", loggingRegistry);
  const { registry, ada } = world;
  const { services } = registry;
  const { body: { publisher } } = await world.add();
  const { checksum } = await published(registry, await exchanged(world));
  const at = "/api/v1/collectives/acme";
  const { cookie } = ada;
  await send(registry, `DELETE ${at}/publishers/${publisher.id}`, { cookie });
  const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const made = await send(registry, `POST ${at}/signing-keys`, {
    cookie,
    body: { name: "vault", publicKey: publicKey.export({ type: "spki", format: "pem" }) },
  });
  assert.equal(made.status, 200, JSON.stringify(made.body));
  const { id, hint } = made.body.signingKey;
  const gone = await send(registry, `DELETE ${at}/signing-keys/${id}`, { cookie });
  assert.ok(gone.status < 300, JSON.stringify(gone.body));
  await services.registryLog!.sequence();
  const { leaves } = await readLog(registry);
  const job = leaves.find(({ kind }) => kind === "published")!;
  assert.equal(job.checksum, checksum);
  const by = job.by as Record<string, string>;
  assert.deepEqual([by.credential, by.publisher], ["publish", publisher.id]);
  assert.match(by.run!, /^https?:\/\//);
  const told = leaves.filter(({ kind }) => kind === "publisher");
  assert.deepEqual(told.map(({ subject, change }) => [subject, change]), [
    ["@acme", "added"],
    ["@acme", "changed"],
    ["@acme/hello", "removed"],
  ]);
  assert.equal(told[0]!.ids, undefined, "they are learned with the first use");
  assert.deepEqual(told[1]!.ids, told[2]!.ids);
  assert.match(String(told[0]!.workflow), /^[0-9a-f]{64}$/);
  assert.doesNotMatch(JSON.stringify(told), /greeter|release\.yml/);
  const keys = leaves.filter(({ kind }) => kind === "key");
  assert.deepEqual(keys.map(({ subject, change, hint }) => [subject, change, hint]), [
    ["@acme", "added", hint],
    ["@acme", "removed", hint],
  ]);
});
