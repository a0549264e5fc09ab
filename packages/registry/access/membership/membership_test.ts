import assert from "node:assert/strict";
import {
  collective,
  join,
  memberId,
  type Person,
  personalKey,
  send,
  signUp,
  token,
} from "../../features/identity/testing.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import { doBefore } from "../../testing/engine.ts";

async function club(registry: TestRegistry) {
  const owner = await signUp(registry, "olga");
  await collective(registry, owner, "acme");
  const admin = await signUp(registry, "adam");
  const member = await signUp(registry, "mary");
  await join(registry, owner, "acme", admin, "admin");
  await join(registry, owner, "acme", member);
  return { owner, admin, member };
}

function act(registry: TestRegistry, by: Person, line: string, body?: unknown) {
  const [method, rest] = line.split(" ");
  return send(registry, `${method} /api/v1/collectives/acme${rest}`, {
    cookie: by.cookie,
    ...(body === undefined ? {} : { body }),
  });
}

Deno.test("only owners make, demote, invite and remove owners", async () => {
  await using registry = await testRegistry();
  const { owner, admin, member } = await club(registry);
  const id = (person: Person) => memberId(registry, owner, "acme", person);
  const refused = [
    await act(registry, admin, `PATCH /members/${await id(member)}`, { role: "owner" }),
    await act(registry, admin, `PATCH /members/${await id(owner)}`, { role: "member" }),
    await act(registry, admin, `DELETE /members/${await id(owner)}`),
    await act(registry, admin, "POST /invite", { email: "x@example.org", role: "owner" }),
  ];
  for (const { status, body } of refused) {
    assert.deepEqual([status, body.code], [403, "role_too_low"]);
  }
  const made = await act(registry, owner, `PATCH /members/${await id(admin)}`, { role: "owner" });
  assert.equal(made.body.member.role, "owner");
  const demoted = await act(registry, admin, `PATCH /members/${await id(owner)}`, {
    role: "member",
  });
  assert.equal(demoted.status, 200);
});

Deno.test("an admin promotes, demotes and removes members and admins", async () => {
  await using registry = await testRegistry();
  const { owner, admin, member } = await club(registry);
  const id = await memberId(registry, owner, "acme", member);
  assert.equal((await act(registry, admin, `PATCH /members/${id}`, { role: "admin" })).status, 200);
  assert.equal(
    (await act(registry, admin, `PATCH /members/${id}`, { role: "member" })).status,
    200,
  );
  assert.deepEqual((await act(registry, admin, `DELETE /members/${id}`)).body, {
    removed: true,
    publishersAdded: [],
    id,
  });
  assert.equal((await act(registry, admin, `DELETE /members/${id}`)).status, 404);
});

Deno.test("the last owner can neither leave, nor be demoted or removed", async () => {
  await using registry = await testRegistry();
  const { owner } = await club(registry);
  const id = await memberId(registry, owner, "acme", owner);
  for (
    const answer of [
      await act(registry, owner, "POST /leave"),
      await act(registry, owner, `DELETE /members/${id}`),
      await act(registry, owner, `PATCH /members/${id}`, { role: "admin" }),
    ]
  ) assert.deepEqual([answer.status, answer.body.code], [400, "last_owner"]);
});

Deno.test("of two owners who go at the same moment, one stays", async () => {
  await using registry = await testRegistry();
  const { owner, admin } = await club(registry);
  const ids = [
    await memberId(registry, owner, "acme", owner),
    await memberId(registry, owner, "acme", admin),
  ];
  await act(registry, owner, `PATCH /members/${ids[1]}`, { role: "owner" });
  const answers = await Promise.all([
    act(registry, owner, "POST /leave"),
    act(registry, admin, "POST /leave"),
    act(registry, owner, `PATCH /members/${ids[1]}`, { role: "member" }),
    act(registry, admin, `PATCH /members/${ids[0]}`, { role: "member" }),
  ]);
  assert.ok(answers.some(({ status }) => status !== 200));
  const owners = await registry.services.db.selectFrom("collective_member as member")
    .innerJoin("collective", "collective.id", "member.collective_id")
    .where("collective.slug", "=", "acme").where("member.role", "=", "owner")
    .select("member.id").execute();
  assert.equal(owners.length, 1);
});

Deno.test("a removed member loses every right at once, by session and by key", async () => {
  await using registry = await testRegistry();
  const { owner, admin } = await club(registry);
  await act(registry, owner, "PATCH ", { private: true });
  const { key } = await personalKey(registry, admin);
  const read = (sending: { cookie: string } | { bearer: string }) =>
    send(registry, "GET /api/v1/collectives/acme", sending);
  assert.equal((await read({ bearer: key })).status, 200);
  const invited = await act(registry, admin, "POST /invite", { email: "friend@example.org" });
  assert.equal(invited.status, 200);
  await act(registry, owner, `DELETE /members/${await memberId(registry, owner, "acme", admin)}`);
  assert.equal((await read({ bearer: key })).status, 404);
  assert.equal((await read({ cookie: admin.cookie })).status, 404);
  const open = await act(registry, owner, "GET /invitations");
  assert.deepEqual(open.body.invitations, [], "invitations they made are withdrawn");
  const me = await send(registry, "GET /api/whoami", { bearer: key });
  assert.deepEqual(me.body.organizations.map(({ slug }: { slug: string }) => slug), ["adam"]);
});

Deno.test("a member leaves by himself, and may be invited again", async () => {
  await using registry = await testRegistry();
  const { owner, member } = await club(registry);
  assert.deepEqual((await act(registry, member, "POST /leave")).body, {
    left: true,
    slug: "acme",
  });
  assert.equal((await act(registry, member, "POST /leave")).status, 403);
  await join(registry, owner, "acme", member);
});

Deno.test("an invitation accepted twice, also at once, makes one membership", async () => {
  await using registry = await testRegistry();
  const { owner } = await club(registry);
  const zoe = await signUp(registry, "zoe");
  const { body } = await act(registry, owner, "POST /invite", { username: "zoe" });
  const answers = await Promise.all(
    Array.from(
      { length: 10 },
      () =>
        send(registry, `POST /api/v1/invitations/${body.invitation.id}/accept`, {
          cookie: zoe.cookie,
        }),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.ok(answers.every(({ status }) => status === 200 || status === 404));
  const rows = await registry.services.db.selectFrom("collective_member").select("id")
    .where("user_id", "=", zoe.id).execute();
  assert.equal(rows.length, 2, "the personal collective's and this one");
});

Deno.test("an invitation is not answered by a session that has just ended", async () => {
  await using registry = await testRegistry();
  const { owner } = await club(registry);
  const zoe = await signUp(registry, "zoe");
  const { body } = await act(registry, owner, "POST /invite", { username: "zoe", role: "member" });
  const answer = (verb: string) =>
    send(registry, `POST /api/v1/invitations/${body.invitation.id}/${verb}`, {
      cookie: zoe.cookie,
    });
  await doBefore(registry.services.db, "before update on collective", "delete from session");
  for (const verb of ["accept", "decline"]) {
    const { status, body } = await answer(verb);
    assert.deepEqual([status, body.code], [401, "session_expired"], verb);
  }
});

Deno.test("an invitation is its addressee's alone, once, and for seven days", async () => {
  await using registry = await testRegistry();
  const { owner } = await club(registry);
  const zoe = await signUp(registry, "zoe");
  const eve = await signUp(registry, "eve");
  const { body } = await act(registry, owner, "POST /invite", { username: "zoe", role: "admin" });
  const id = body.invitation.id;
  const answer = (by: Person, verb: string) =>
    send(registry, `POST /api/v1/invitations/${id}/${verb}`, { cookie: by.cookie });
  assert.equal((await answer(eve, "accept")).status, 404);
  assert.equal((await answer(eve, "decline")).status, 404);
  const own = await send(registry, "GET /api/v1/invitations", { cookie: zoe.cookie });
  assert.deepEqual(own.body.invitations[0].collective, { slug: "acme", name: "acme" });
  registry.clock.now = new Date(Date.parse(body.invitation.expiresAt));
  const late = await answer(zoe, "accept");
  assert.deepEqual([late.status, late.body.code], [410, "invitation_gone"]);
  await send(registry, "POST /api/v1/account/proofs", {
    cookie: owner.cookie,
    body: { password: owner.password },
  });
  const again = await act(registry, owner, "POST /invite", { username: "zoe" });
  assert.equal(again.status, 200, "an expired one does not stand in the way");
});

Deno.test("without mail, an address is invited by a link that works once and whose secret is not stored", async () => {
  await using registry = await testRegistry();
  const { owner } = await club(registry);
  const { body } = await act(registry, owner, "POST /invite", { email: "ZOE@example.org" });
  assert.deepEqual(
    [body.invitation.email, body.invitation.username],
    ["zoe@example.org", null],
  );
  const secret = /^http:\/\/registry\.test\/account\?invitation=([0-9a-f-]{36})$/.exec(
    body.link,
  )![1]!;
  const rows = await registry.services.db.selectFrom("collective_invitation").selectAll().execute();
  assert.ok(!JSON.stringify(rows).includes(secret));
  const zoe = await signUp(registry, "zoe");
  const eve = await signUp(registry, "eve");
  const own = await send(registry, "GET /api/v1/invitations", { cookie: zoe.cookie });
  assert.deepEqual(own.body.invitations, [], "an unproven address lists nothing");
  const accept = (by: Person, given = secret) =>
    send(registry, `POST /api/v1/invitations/${given}/accept`, { cookie: by.cookie });
  assert.equal((await accept(eve)).status, 404, "the link of another address");
  assert.equal(
    (await accept(zoe, body.invitation.id)).status,
    404,
    "what admins read is not a link",
  );
  assert.equal((await accept(zoe)).status, 200);
  assert.equal((await accept(zoe)).status, 404);
});

Deno.test("of accepting and withdrawing at once one succeeds", async () => {
  await using registry = await testRegistry();
  const { owner } = await club(registry);
  const zoe = await signUp(registry, "zoe");
  const { body } = await act(registry, owner, "POST /invite", { username: "zoe" });
  const { id } = body.invitation;
  const answers = await Promise.all([
    send(registry, `POST /api/v1/invitations/${id}/accept`, { cookie: zoe.cookie }),
    act(registry, owner, "POST /cancel-invite", { invitationId: id }),
  ]);
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404]);
});

Deno.test("inviting somebody unknown, invited, or a member is refused; cancelling opens the way", async () => {
  await using registry = await testRegistry();
  const { owner, member } = await club(registry);
  await signUp(registry, "zoe");
  const invite = (body: unknown) => act(registry, owner, "POST /invite", body);
  assert.equal((await invite({ username: "nobody-here" })).body.code, "not_found");
  assert.equal((await invite({ username: member.username })).body.code, "already_member");
  const byAddress = await invite({ email: member.email });
  assert.equal(byAddress.status, 200, "whose an address is, is not told");
  const { body } = await invite({ username: "zoe" });
  assert.equal((await invite({ username: "zoe" })).body.code, "conflict");
  const cancel = () =>
    act(registry, owner, "POST /cancel-invite", { invitationId: body.invitation.id });
  assert.equal((await cancel()).status, 200);
  assert.equal((await cancel()).status, 404);
  assert.equal((await invite({ username: "zoe" })).status, 200);
  for (
    const bad of [{}, { username: "zoe", email: "z@example.org" }, {
      username: "zoe",
      role: "king",
    }]
  ) {
    assert.equal((await invite(bad)).status, 400);
  }
});

Deno.test("deleting a collective ends its tokens, invitations and memberships, and its slug is never given again", async () => {
  await using registry = await testRegistry();
  const { owner, member } = await club(registry);
  const zoe = await signUp(registry, "zoe");
  const { key } = await token(registry, owner, "acme", ["collective:read"]);
  assert.equal((await send(registry, "GET /api/whoami", { bearer: key })).status, 200);
  const { body } = await act(registry, owner, "POST /invite", { username: "zoe" });
  assert.deepEqual((await act(registry, owner, "POST /delete")).body, {
    deleted: true,
    slug: "acme",
  });
  assert.equal((await send(registry, "GET /api/whoami", { bearer: key })).status, 401);
  assert.equal((await act(registry, member, "GET ")).status, 404);
  assert.equal((await act(registry, owner, "GET ")).status, 404);
  const late = await send(registry, `POST /api/v1/invitations/${body.invitation.id}/accept`, {
    cookie: zoe.cookie,
  });
  assert.equal(late.status, 404);
  for (const slug of ["acme", "ac-me"]) {
    const again = await send(registry, "POST /api/v1/collectives/create", {
      cookie: zoe.cookie,
      body: { slug },
    });
    assert.deepEqual([again.status, again.body.code], [409, "name_taken"]);
  }
});

Deno.test("a personal collective is its one user's: not shared, left, renamed or deleted", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  await signUp(registry, "bob");
  const id = await memberId(registry, ada, "ada", ada);
  for (
    const [line, body] of [
      ["PATCH ", { private: true }],
      ["POST /invite", { username: "bob" }],
      [`DELETE /members/${id}`, undefined],
      [`PATCH /members/${id}`, { role: "member" }],
      ["POST /leave", undefined],
      ["POST /delete", undefined],
    ] as const
  ) {
    const [method, rest] = line.split(" ");
    const answer = await send(registry, `${method} /api/v1/collectives/ada${rest}`, {
      cookie: ada.cookie,
      ...(body === undefined ? {} : { body }),
    });
    assert.deepEqual([answer.status, answer.body.code], [400, "personal_collective"], line);
  }
});
