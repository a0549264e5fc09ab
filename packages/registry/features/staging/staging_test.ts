import { deepEqual, equal, match, notEqual, ok } from "node:assert/strict";
import { wrongWithEvidence } from "@svc/core/approval";
import { newSigningKey, signVersion } from "@svc/provenance/sign";
import { packageOf } from "../../testing/extensions/package.ts";
import { push } from "../../testing/extensions/push.ts";
import { join, memberId, send } from "../identity/testing.ts";
import {
  ask,
  decide,
  decideByCode,
  ORIGIN,
  publicVersions,
  read,
  setRule,
  stage,
  staged,
  stagingWorld,
  type World,
} from "./testing.ts";

const VERSION = "2026.01.02.1";

/** Refusals, as status and code. */
const said = ({ status, body }: { status: number; body: { code?: string } }) =>
  body?.code === undefined ? status : `${status} ${body.code}`;

Deno.test("a staged version is scored, seen by its members, and published to the byte once it is approved", async () => {
  await using world = await stagingWorld();
  const { registry, people: { olga, adam, mary } } = world;
  const bytes = await packageOf();
  const row = await staged(registry, mary.key);
  deepEqual([row.state, row.needed, row.approvals, row.alreadyStaged], ["staged", 1, 0, false]);
  ok(row.scorecard.maxPoints > 0);
  deepEqual(await publicVersions(registry), []);
  const again = await stage(registry, mary.key);
  deepEqual([again.status, again.body.id, again.body.alreadyStaged], [201, row.id, true]);

  const approved = await decide(registry, adam, row, "approve");
  equal(said(approved), 200, JSON.stringify(approved.body));
  equal(approved.body.state, "published");
  deepEqual(await publicVersions(registry), [VERSION]);
  const download = await registry.request(`/api/v1/extensions/@acme/hello@${VERSION}/download`);
  const archive = await registry.request(download.headers.get("location")!);
  deepEqual(new Uint8Array(await archive.arrayBuffer()), bytes);

  // It is its stager's version; who approved it is in the log.
  const version = await registry.services.db.selectFrom("extension_version").selectAll()
    .executeTakeFirstOrThrow();
  equal(version.published_by_user_id, mary.id);
  const info = await send(registry, "GET /api/v1/extensions/@acme/hello");
  equal(info.body.author.username, "mary");
  const log = await send(registry, "GET /api/v1/collectives/acme/audit", olga);
  const actions = log.body.events.map(({ action }: { action: string }) => action);
  for (const action of ["staged", "stage_approved", "published"]) ok(actions.includes(action));
  equal(said(await decide(registry, adam, row, "approve")), "409 conflict");
});

Deno.test("what a passkey signed is kept, and tells anybody who decided what", async () => {
  await using world = await stagingWorld();
  const { registry, people: { adam, mary } } = world;
  const row = await staged(registry, mary.key);
  await decide(registry, adam, row, "approve");
  const { decisions: [decision] } = await read(registry, mary, row);
  deepEqual([decision!.by, decision!.method, decision!.decision], ["adam", "passkey", "approve"]);
  const decided = {
    decision: "approve",
    origin: ORIGIN,
    id: row.id,
    name: row.name,
    version: row.version,
    channel: row.channel,
    checksum: row.checksum,
  } as const;
  equal(await wrongWithEvidence(decision!.evidence!, decided), undefined);
  for (
    const other of [
      { decision: "reject" as const },
      { origin: "https://registry.evil.test" },
      { id: crypto.randomUUID() },
      { name: "@acme/other" },
      { version: "2026.01.02.2" },
      { channel: "beta" },
      { checksum: "0".repeat(64) },
    ]
  ) {
    const wrong = await wrongWithEvidence(decision!.evidence!, { ...decided, ...other });
    equal(wrong, "it was signed for something else", JSON.stringify(other));
  }
});

Deno.test("attack: an admin does not approve with a second account, which they made an admin", async () => {
  await using world = await stagingWorld();
  const { registry, people: { olga, adam, bea, sam } } = world;
  await setRule(registry, olga, { count: 2, notSelf: true });
  await join(registry, adam, "acme", sam, "admin");
  const row = await staged(registry, adam.key);
  equal(said(await decide(registry, sam, row, "approve")), "403 forbidden");
  // Nor one who was a member before.
  const id = await memberId(registry, olga, "acme", world.people.mary);
  const { cookie } = adam;
  const body = { role: "admin" };
  await send(registry, `PATCH /api/v1/collectives/acme/members/${id}`, { cookie, body });
  equal(said(await decide(registry, world.people.mary, row, "approve")), "403 forbidden");
  // An owner made her one.
  equal(said(await decide(registry, bea, row, "approve")), 200);
  deepEqual(await publicVersions(registry), []);
  world.later(24);
  equal((await decide(registry, sam, row, "approve")).body.state, "published");
});

Deno.test("bytes that were swapped between the view and the approval are not approved", async () => {
  await using world = await stagingWorld();
  const { registry, people: { adam, mary } } = world;
  const { db } = registry.services;
  const row = await staged(registry, mary.key);
  const swap = (checksum: string) =>
    db.updateTable("staged_version").set({ checksum } as never).where("id", "=", row.id).execute();
  const { checksum: other } = await staged(registry, mary.key, { version: "2026.01.02.2" });
  equal(said(await decide(registry, adam, { ...row, checksum: other }, "approve")), "409 conflict");
  // The row was changed behind the signed page.
  const { challengeId, options } = (await ask(registry, adam, row, "approve")).body;
  await swap(other);
  const response = adam.passkey.sign(options);
  const body = { checksum: other, challengeId, response };
  const changed = await send(registry, `POST /api/v1/staged/${row.id}/approve`, {
    cookie: adam.cookie,
    body,
  });
  equal(said(changed), "409 conflict", "it was signed for other bytes");
  await swap(row.checksum);
  // The archive was damaged behind the row.
  const path = `${registry.services.folder.blobs}/${row.checksum.slice(0, 2)}/${row.checksum}`;
  const whole = await Deno.readFile(path).catch(() => undefined);
  if (whole !== undefined) {
    await Deno.writeFile(path, new Uint8Array(whole.length));
    equal(said(await decide(registry, adam, row, "approve")), "503 unavailable");
    equal((await stage(registry, mary.key)).status, 201);
  }
  equal(said(await decide(registry, adam, row, "approve")), 200);
});

Deno.test("an answer that was signed for something else decides nothing", async () => {
  await using world = await stagingWorld();
  const { registry, people: { adam, bea, mary, theo } } = world;
  const row = await staged(registry, mary.key);
  const next = await staged(registry, mary.key, { version: "2026.01.02.2" });
  const post = (body: unknown, cookie = adam.cookie, decision = "approve") =>
    send(registry, `POST /api/v1/staged/${row.id}/${decision}`, { cookie, body });
  const { checksum } = row;
  const signed = async (looked: typeof row, decision: "approve" | "reject") => {
    const { challengeId, options } = (await ask(registry, adam, looked, decision)).body;
    return { checksum, challengeId, response: adam.passkey.sign(options) };
  };
  equal(said(await post(await signed(row, "reject"))), "409 conflict", "another decision");
  equal(said(await post(await signed(next, "approve"))), "409 conflict", "another version");
  const session = (await send(registry, "POST /api/v1/account/proofs/options", adam)).body;
  const proof = { challengeId: session.challengeId, response: adam.passkey.sign(session.options) };
  equal(said(await post({ checksum, ...proof })), "401 second_factor_wrong", "a mere proof");
  equal(said(await post(await signed(row, "approve"), bea.cookie)), "401 second_factor_wrong");
  equal(said(await post({ checksum })), "401 proof_required");
  equal(said(await post({ checksum, code: "000000" }, theo.cookie)), "401 second_factor_wrong");
  for (
    const deviation of [
      { origin: "https://registry.evil.test" },
      { userVerified: false },
      { crossOrigin: true },
      { rpId: "evil.test" },
    ]
  ) {
    const answer = await decide(registry, adam, row, "approve", { deviation });
    equal(said(answer), "401 second_factor_wrong", JSON.stringify(deviation));
  }
  const once = await signed(row, "approve");
  equal(said(await post(once)), 200);
  equal(said(await post(once)), "409 conflict");
  equal((await read(registry, mary, next)).state, "staged");
});

Deno.test("a rejected version says why, frees its number, and its archive goes", async () => {
  await using world = await stagingWorld();
  const { registry, later, people: { adam, mary } } = world;
  const row = await staged(registry, mary.key);
  equal(said(await decide(registry, adam, row, "reject", { note: "too early" })), 200);
  const ended = await read(registry, mary, row);
  deepEqual([ended.state, ended.reason], ["rejected", "by adam: too early"]);
  const gone = await send(registry, `GET /api/v1/staged/${row.id}/download`, mary);
  equal(said(gone), "404 not_found");
  later(24);
  const { sweep } = await import("../../jobs.ts");
  await sweep(registry.services);
  equal(await registry.services.blobs.check(row.checksum), "missing");
  equal((await stage(registry, mary.key)).status, 201);
});

Deno.test("while it waits its archive stays, whatever is swept", async () => {
  await using world = await stagingWorld();
  const { registry, later, people: { adam, mary } } = world;
  const row = await staged(registry, mary.key);
  later(13 * 24);
  const { sweep } = await import("../../jobs.ts");
  await sweep(registry.services);
  equal(await registry.services.blobs.check(row.checksum), "whole");
  equal(said(await decide(registry, adam, row, "approve")), 200);
});

Deno.test("at most five versions of an extension wait", async () => {
  await using world = await stagingWorld();
  const { registry, people: { mary } } = world;
  for (let n = 1; n <= 5; n++) await staged(registry, mary.key, { version: `2026.01.02.${n}` });
  const sixth = await stage(registry, mary.key, { version: "2026.01.02.6" });
  equal(said(sixth), "400 rule_refused");
  const other = await stage(registry, mary.key, { name: "@acme/other", version: "2026.01.02.6" });
  equal(other.status, 201);
});

Deno.test("takedown, transfer, and the end of the collective end what waits", async () => {
  await using world = await stagingWorld();
  const { registry, people: { olga, adam, mary } } = world;
  const { takeDown } = await import("../operating/takedown.ts");
  equal((await push(registry, mary.key)).status, 200);
  const row = await staged(registry, mary.key, { version: "2026.01.02.2" });
  const { challengeId, options } = (await ask(registry, adam, row, "approve")).body;
  await takeDown(
    registry.services,
    { name: "@acme/hello" },
    { note: "malware" },
    registry.clock.now,
  );
  const body = { checksum: row.checksum, challengeId, response: adam.passkey.sign(options) };
  const { cookie } = adam;
  const during = await send(registry, `POST /api/v1/staged/${row.id}/approve`, { cookie, body });
  equal(said(during), "409 conflict");
  match((await read(registry, mary, row)).reason!, /took the extension down/);
  const next = await stage(registry, mary.key, { version: "2026.01.02.3" });
  equal(said(next), "410 taken_down");

  const last = await staged(registry, mary.key, { name: "@acme/last" });
  await send(registry, "POST /api/v1/collectives/acme/delete", { cookie: olga.cookie, body: {} });
  const { state } = await registry.services.db.selectFrom("staged_version").select("state")
    .where("id", "=", last.id).executeTakeFirstOrThrow();
  equal(state, "rejected");
});

Deno.test("a transfer ends what waits under the old name", async () => {
  await using world = await stagingWorld();
  const { registry, people: { olga, adam, mary } } = world;
  equal((await push(registry, mary.key)).status, 200);
  const row = await staged(registry, mary.key, { version: "2026.01.02.2" });
  const offered = await send(registry, "POST /api/v1/extensions/@acme/hello/transfer", {
    cookie: olga.cookie,
    body: { to: "olga" },
  });
  equal(offered.status, 200, JSON.stringify(offered.body));
  const accepted = await send(registry, "POST /api/v1/collectives/olga/transfers/accept", {
    cookie: olga.cookie,
    body: { extension: "@acme/hello" },
  });
  equal(accepted.status, 200, JSON.stringify(accepted.body));
  equal(said(await decide(registry, adam, row, "approve")), "409 conflict");
  match((await read(registry, mary, row)).reason!, /was transferred/);
});

Deno.test("nobody decides in a suspended collective", async () => {
  await using world = await stagingWorld();
  const { registry, people: { adam, mary } } = world;
  const { suspendCollective } = await import("../operating/suspension.ts");
  const row = await staged(registry, mary.key);
  await suspendCollective(registry.services, "acme", "spam", registry.clock.now);
  equal(said(await decide(registry, adam, row, "approve")), "403 collective_suspended");
  equal((await read(registry, mary, row)).state, "staged");
});

Deno.test("a code approves where passkeys are not asked for, and each counts once", async () => {
  await using world = await stagingWorld();
  const { registry, people: { theo, mary } } = world;
  const row = await staged(registry, mary.key);
  equal(said(await decideByCode(registry, theo, row)), 200);
  const { decisions, state } = await read(registry, mary, row);
  deepEqual([state, decisions[0]!.method, decisions[0]!.evidence], ["published", "totp", null]);
  const next = await staged(registry, mary.key, { version: "2026.01.02.2" });
  equal(said(await decideByCode(registry, theo, next)), "401 second_factor_wrong", "used before");
});

Deno.test("an account without a second factor decides nothing, nor does one on hold", async () => {
  await using world = await stagingWorld();
  const { registry, people: { olga, theo, mary } } = world;
  const { join, signUp } = await import("../identity/testing.ts");
  const plain = await signUp(registry, "paula");
  await join(registry, olga, "acme", plain, "admin");
  const row = await staged(registry, mary.key);
  const approve = (cookie: string, code: string) =>
    send(registry, `POST /api/v1/staged/${row.id}/approve`, {
      cookie,
      body: { checksum: row.checksum, code },
    });
  equal(said(await approve(plain.cookie, "123456")), "403 second_factor_missing");
  const [code] = theo.app.recoveryCodes;
  equal(said(await approve(theo.cookie, code!)), "400 validation_failed", "no recovery code");
  const { beginHold } = await import("../factor/mod.ts");
  const { inTransaction } = await import("../../platform/store/transaction.ts");
  const { personActor } = await import("../../access/audit/account.ts");
  await inTransaction(registry.services.db, async (trx) => {
    const actor = personActor(theo.id, { network: null, client: null });
    const { services, clock } = registry;
    await beginHold(services, trx, { userId: theo.id, reason: "recovery_code", actor }, clock.now);
  });
  equal(said(await approve(theo.cookie, theo.app.code())), "403 account_on_hold");
});

Deno.test("who staged it, and who made the token within 72 hours, do not approve it", async () => {
  await using world = await stagingWorld();
  const { registry, later, people: { olga, adam, bea } } = world;
  const { token } = await import("../identity/testing.ts");
  await setRule(registry, olga, { count: 1, notSelf: true });
  const own = await staged(registry, adam.key);
  equal(said(await decide(registry, adam, own, "approve")), "403 forbidden");
  equal(said(await decide(registry, bea, own, "approve")), 200);

  await setRule(registry, adam, { count: 1, notSelf: true });
  const { key } = await token(registry, adam, "acme", ["extensions:push"]);
  const fresh = await staged(registry, key, { version: "2026.01.02.2" });
  match(fresh.stagedBy!, /^token test$/);
  equal(said(await decide(registry, adam, fresh, "approve")), "403 forbidden");
  equal(said(await decide(registry, olga, fresh, "approve")), 200);
  later(73);
  const old = await staged(registry, key, { version: "2026.01.02.3" });
  equal(said(await decide(registry, adam, old, "approve")), 200);
});

Deno.test("where approval is required a push publishes nothing", async () => {
  await using world = await stagingWorld();
  const { registry, people: { olga, adam, mary } } = world;
  const before = await push(registry, mary.key);
  equal(before.status, 200);
  equal(said(await setRule(registry, adam, { required: true })), 200);
  const pushed = await push(registry, olga.key, { version: "2026.01.02.2" });
  deepEqual([pushed.status, (await pushed.json()).code], [409, "staging_required"]);
  const row = await staged(registry, mary.key, { version: "2026.01.02.2" });
  const confirmed = await send(registry, "POST /api/v1/extensions/confirm", {
    bearer: mary.key,
    body: { name: row.name, version: row.version },
  });
  equal(said(confirmed), "409 staging_required");
  equal(said(await decide(registry, adam, row, "approve")), 200);
  deepEqual(await publicVersions(registry), ["2026.01.02.2", VERSION]);
});

Deno.test("what asks for more counts at once; what asks for less needs an owner, a mail to all and a day", async () => {
  await using world = await stagingWorld();
  const { registry, later, mails, people: { olga, adam, bea, mary } } = world;
  equal(said(await setRule(registry, adam, { count: 2, notSelf: true })), 200);
  equal(said(await setRule(registry, adam, { count: 1, notSelf: true })), "403 role_too_low");
  await mails();
  const lowered = await setRule(registry, olga, { count: 0 });
  deepEqual([lowered.body.rule.count, lowered.body.next.count], [2, 0]);
  const told = await mails();
  deepEqual(
    told.map(({ to }) => to.split("@")[0]).sort(),
    ["adam", "bea", "mary", "olga", "theo"],
  );
  match(told[0]!.text, /0 approvals in place of 2, who staged a version may approve it/);

  // Lowered, then used.
  const row = await staged(registry, adam.key);
  equal(said(await decide(registry, adam, row, "approve")), "403 forbidden");
  equal(said(await decide(registry, bea, row, "approve")), 200);
  equal((await read(registry, mary, row)).state, "staged");
  later(23.9);
  equal(said(await decide(registry, adam, row, "approve")), "403 forbidden");
  later(0.2);
  equal(said(await decide(registry, adam, row, "approve")), 200);
  equal((await read(registry, mary, row)).state, "published");
});

Deno.test("one extension asks for more than its collective, and lowering that waits a day too", async () => {
  await using world = await stagingWorld();
  const { registry, later, mails, people: { olga, adam, bea, mary } } = world;
  const extension = "@acme/hello";
  const own = (rule: Record<string, unknown>, who = olga) =>
    setRule(registry, who, { extension, ...rule });
  equal(said(await own({ required: true }, adam)), "404 not_found", "it is not published yet");
  equal((await push(registry, mary.key)).status, 200);
  const set = await own({ required: true, count: 2 }, adam);
  deepEqual([set.body.rule.required, set.body.extensions[extension].rule.required], [false, true]);
  const version = "2026.01.02.2";
  const pushed = await push(registry, olga.key, { version });
  deepEqual([pushed.status, (await pushed.json()).code], [409, "staging_required"]);
  equal((await push(registry, olga.key, { name: "@acme/other" })).status, 200, "another one");

  // All that either asks for holds; lowering one of them lowers nothing that the other asks for.
  await setRule(registry, olga, { count: 1, notSelf: true });
  const row = await staged(registry, adam.key, { version });
  equal(row.needed, 2);
  equal(said(await decide(registry, adam, row, "approve")), "403 forbidden");
  equal(said(await own({ required: true, count: 1 }, bea)), "403 role_too_low");
  await mails();
  const lowered = await own({});
  deepEqual(lowered.body.extensions[extension].rule.count, 2);
  const told = await mails();
  equal(told.length, 5);
  match(told[0]!.text, /of @acme\/hello: versions may be pushed without approval, 0 approvals/);
  equal(said(await decide(registry, bea, row, "approve")), 200);
  equal((await read(registry, mary, row)).state, "staged");
  later(24.1);
  equal((await read(registry, mary, row)).needed, 1);
  const rule = await send(registry, "GET /api/v1/collectives/acme/approval", adam);
  deepEqual([rule.body.rule.count, rule.body.extensions], [1, {}]);
  equal((await push(registry, mary.key, { version: "2026.01.02.3" })).status, 200);
  const log = await send(
    registry,
    "GET /api/v1/collectives/acme/audit?action=collective.updated",
    olga,
  );
  ok(
    log.body.events.some(({ details }: { details: { extension?: string } }) =>
      details.extension === extension
    ),
  );
});

Deno.test("a lowering that is half a raise takes the raise at once, and raising again ends it", async () => {
  await using world = await stagingWorld();
  const { registry, later, people: { olga, adam } } = world;
  await setRule(registry, olga, { count: 2, embargoHours: 1 });
  const mixed = await setRule(registry, olga, { count: 1, embargoHours: 48, passkeyOnly: true });
  deepEqual([mixed.body.rule.count, mixed.body.rule.embargoHours, mixed.body.rule.passkeyOnly], [
    2,
    48,
    true,
  ]);
  equal(mixed.body.next.count, 1);
  await setRule(registry, adam, { count: 2, embargoHours: 48, passkeyOnly: true });
  later(25);
  const { body } = await send(registry, "GET /api/v1/collectives/acme/approval", {
    cookie: adam.cookie,
  });
  deepEqual([body.rule.count, body.next], [2, null]);
});

Deno.test("with passkeyOnly a code approves nothing, and counts no more once that is asked for", async () => {
  await using world = await stagingWorld();
  const { registry, people: { olga, adam, theo, mary } } = world;
  await setRule(registry, olga, { count: 2 });
  const row = await staged(registry, mary.key);
  equal(said(await decideByCode(registry, theo, row)), 200);
  await setRule(registry, olga, { count: 2, passkeyOnly: true });
  equal((await read(registry, mary, row)).approvals, 0);
  equal(said(await decide(registry, adam, row, "approve")), 200);
  equal((await read(registry, mary, row)).state, "staged");
  const next = await staged(registry, mary.key, { version: "2026.01.02.2" });
  equal(said(await decideByCode(registry, theo, next)), "403 forbidden");
});

Deno.test("where owners approve, an admin does not", async () => {
  await using world = await stagingWorld();
  const { registry, people: { olga, adam, mary } } = world;
  await setRule(registry, olga, { by: "owner" });
  const row = await staged(registry, mary.key);
  equal(said(await decide(registry, adam, row, "approve")), "403 role_too_low");
  equal(said(await decide(registry, olga, row, "approve")), 200);
  equal((await read(registry, mary, row)).state, "published");
});

Deno.test("an approved version is published when its time comes, unless somebody stops it", async () => {
  await using world = await stagingWorld();
  const { registry, later, mails, people: { olga, adam, mary } } = world;
  await setRule(registry, olga, { count: 1, embargoHours: 48 });
  const [first, second] = [
    await staged(registry, mary.key),
    await staged(registry, mary.key, { version: "2026.01.02.2" }),
  ];
  for (const row of [first, second]) {
    equal(said(await decide(registry, adam, row, "approve")), 200);
    const waits = await read(registry, mary, row);
    deepEqual([waits.state, typeof waits.publishAfter], ["staged", "string"]);
  }
  equal(said(await decide(registry, olga, second, "reject", { note: "found a bug" })), 200);
  later(47.9);
  await mails();
  deepEqual(await publicVersions(registry), []);
  later(0.2);
  await mails();
  deepEqual(await publicVersions(registry), [VERSION]);
  equal((await read(registry, mary, second)).state, "rejected");
});

Deno.test("an approval of a person who lost the role meanwhile publishes nothing when the time comes", async () => {
  await using world = await stagingWorld();
  const { registry, later, mails, people: { olga, adam, bea, mary } } = world;
  await setRule(registry, olga, { count: 1, embargoHours: 48 });
  const row = await staged(registry, mary.key);
  equal(said(await decide(registry, adam, row, "approve")), 200);
  const id = await memberId(registry, olga, "acme", adam);
  const { cookie } = olga;
  const body = { role: "member" };
  await send(registry, `PATCH /api/v1/collectives/acme/members/${id}`, { cookie, body });
  later(48.1);
  await mails();
  const waits = await read(registry, mary, row);
  deepEqual([waits.state, waits.publishAfter, waits.approvals], ["staged", null, 0]);
  equal(said(await decide(registry, bea, row, "approve")), 200);
  notEqual((await read(registry, mary, row)).publishAfter, null);
});

Deno.test("an owner publishes without the approvals, says why, and all admins are told", async () => {
  await using world = await stagingWorld();
  const { registry, mails, people: { olga, adam, mary } } = world;
  await setRule(registry, olga, { count: 2, notSelf: true, embargoHours: 48, passkeyOnly: true });
  const row = await staged(registry, olga.key);
  await mails();
  equal(said(await decide(registry, adam, row, "override")), "403 role_too_low");
  equal(said(await decide(registry, olga, row, "override", { note: "" })), "400 validation_failed");
  equal(said(await decide(registry, olga, row, "override", { note: "the key leaked" })), 200);
  equal((await read(registry, mary, row)).state, "published");
  const told = await mails();
  const overridden = told.filter(({ subject }) => subject.includes("without its approvals"));
  deepEqual(overridden.map(({ to }) => to.split("@")[0]).sort(), ["adam", "bea", "olga", "theo"]);
  match(overridden[0]!.text, /olga, an owner of @acme, .* the key leaked/s);
  const log = await send(registry, "GET /api/v1/collectives/acme/audit", olga);
  const event = log.body.events.find(({ action }: { action: string }) =>
    action === "stage_overridden"
  );
  equal(event.details.reason, "the key leaked");
});

Deno.test("mails that versions wait are bundled by the hour, and hold no link", async () => {
  await using world = await stagingWorld();
  const { registry, later, mails, people: { mary, adam } } = world;
  const waiting = async () =>
    (await mails()).filter(({ to }) => to === adam.email)
      .filter(({ subject }) => subject === "Versions wait for approval");
  await staged(registry, mary.key);
  const [first, ...more] = await waiting();
  equal(more.length, 0);
  match(first!.text, /@acme\/hello 2026\.01\.02\.1/);
  ok(!/https?:\/\//.test(first!.text), first!.text);
  for (const n of [2, 3]) await staged(registry, mary.key, { version: `2026.01.02.${n}` });
  later(0.9);
  deepEqual(await waiting(), []);
  later(0.2);
  const bundled = await waiting();
  equal(bundled.length, 1);
  match(bundled[0]!.text, /2026\.01\.02\.2, @acme\/hello 2026\.01\.02\.3/);
});

Deno.test("mails of what was decided are bundled by the hour, and go to who staged it too", async () => {
  await using world = await stagingWorld();
  const { registry, later, mails, people: { olga, adam, mary } } = world;
  const decided = async () =>
    (await mails()).filter(({ subject }) => subject === "Staged versions were decided");
  const rows = [];
  for (const n of [1, 2, 3]) {
    rows.push(await staged(registry, mary.key, { version: `2026.01.02.${n}` }));
  }
  await setRule(registry, olga, { embargoHours: 48 });
  equal(said(await decide(registry, adam, rows[0]!, "reject", { note: "found a bug" })), 200);
  const first = await decided();
  const told = ["adam", "bea", "mary", "olga", "theo"];
  deepEqual(first.map(({ to }) => to.split("@")[0]).sort(), told);
  const plain = (text: string) => text.replaceAll(/\s+/g, " ");
  match(plain(first[0]!.text), /2026\.01\.02\.1 \(rejected by adam: found a bug\)/);
  equal(said(await decide(registry, adam, rows[1]!, "approve")), 200);
  equal(said(await decide(registry, olga, rows[2]!, "reject")), 200);
  later(0.9);
  deepEqual(await decided(), []);
  later(0.2);
  const bundled = await decided();
  equal(bundled.length, told.length);
  match(plain(bundled[0]!.text), /2 \(approved, published on .* UTC\), .*3 \(rejected by olga\)/);
});

Deno.test("who deletes their account leaves no name on what they staged and approved", async () => {
  await using world: World = await stagingWorld();
  const { registry, people: { olga, adam, mary } } = world;
  await setRule(registry, olga, { count: 2 });
  const row = await staged(registry, mary.key);
  equal(said(await decide(registry, adam, row, "approve")), 200);
  const { deleteAccount } = await import("../person/delete_account.ts");
  const { db } = registry.services;
  for (const who of [adam, mary]) {
    const { id: sessionId } = await db.selectFrom("session").select("id")
      .where("userId", "=", who.id).executeTakeFirstOrThrow();
    const user = { id: who.id, username: who.username };
    const principal = { kind: "session", user, sessionId } as const;
    await deleteAccount(registry.services, principal, who.password, {
      network: null,
      client: null,
    });
  }
  const left = await read(registry, olga, row);
  deepEqual([left.stagedBy, left.decisions[0]!.by, left.approvals], [null, null, 0]);
  equal(said(await decide(registry, olga, row, "override")), 200);
});

Deno.test("backups, checks and clean-ups count the archive of what waits", async () => {
  await using world = await stagingWorld();
  const { registry, later, people: { adam, mary } } = world;
  const { namedArchives } = await import("../extensions/archive/named.ts");
  const { checkArchives } = await import("../../admin/check/check.ts");
  const { findUnnamed } = await import("../../admin/verify/unnamed.ts");
  const row = await staged(registry, mary.key);
  const beside = registry.services as unknown as Parameters<typeof checkArchives>[0];
  const named = async () =>
    (await namedArchives(registry.services.db).execute()).map(({ checksum }) => checksum);
  deepEqual(await named(), [row.checksum]);
  equal((await checkArchives(beside))[0]!.status, "ok");
  later(48);
  deepEqual(await Array.fromAsync(findUnnamed(beside, registry.clock.now)), []);
  await registry.services.blobs.remove(row.checksum);
  equal((await checkArchives(beside))[0]!.status, "failing");
  await decide(registry, adam, row, "reject");
  deepEqual(await named(), []);
});

Deno.test("the registry's log has the assertions once a version is published, and nothing before", async () => {
  const { keyFile, readLog } = await import("../registry_log/testing.ts");
  const { digestOfSignature } = await import("./publication.ts");
  const folder = await Deno.makeTempDir({ prefix: "svc-log-key-" });
  try {
    await using world = await stagingWorld({ SVC_LOG_KEY: await keyFile(folder) });
    const { registry, people: { adam, mary } } = world;
    const kinds = async () => {
      await registry.services.registryLog!.sequence();
      return (await readLog(registry)).leaves
        .filter(({ kind }) => kind === "published" || kind === "staged-approved");
    };
    const row = await staged(registry, mary.key);
    deepEqual(await kinds(), []);
    await decide(registry, adam, row, "approve");
    const [published, approved] = await kinds();
    equal(published!["kind"], "published");
    const { decisions: [decision] } = await read(registry, mary, row);
    const { v: _, at: __, ...leaf } = approved!;
    deepEqual(leaf, {
      kind: "staged-approved",
      subject: row.name,
      version: row.version,
      checksum: row.checksum,
      assertions: [digestOfSignature(decision!.evidence!)],
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a statement is published with the version that is approved, unless its key was revoked meanwhile", async () => {
  await using world = await stagingWorld();
  const { registry, acme, people: { adam, mary } } = world;
  const { privateKey, publicKey, hint } = newSigningKey();
  await registry.services.db.insertInto("signing_key").values({
    ...{ id: crypto.randomUUID(), collective_id: acme, spki: publicKey, hint, name: "vault" },
    ...{ created_by: null, created_at: registry.services.now().toISOString(), revoked_at: null },
  }).execute();
  const [first, second] = ["2026.01.02.1", "2026.01.02.2"];
  const sign = (subject: { name: string; checksum: string }) => signVersion(subject, privateKey);
  const good = await staged(registry, mary.key, { version: first, sign });
  const late = await staged(registry, mary.key, { version: second, sign });
  equal((await decide(registry, adam, good, "approve")).status, 200);
  const path = `GET /api/v1/extensions/@acme/hello@${first}/provenance`;
  const { bundles } = (await send(registry, path, {})).body;
  equal(JSON.parse(bundles[0].bundle).verificationMaterial.publicKey.hint, hint);
  await registry.services.db.updateTable("signing_key")
    .set({ revoked_at: registry.services.now().toISOString() }).execute();
  const refused = await decide(registry, adam, late, "approve");
  deepEqual([refused.status, refused.body.code], [400, "provenance_invalid"]);
  deepEqual(await publicVersions(registry), [first]);
});
