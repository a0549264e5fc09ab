import assert from "node:assert/strict";
import { collective, join, type Person, send, signUp, token } from "../identity/testing.ts";
import { linksIn, mailing } from "../../testing/mail.ts";
import { sweep } from "../../jobs.ts";
import type { TestRegistry } from "../../testing.ts";

const verify = ({ services }: TestRegistry, { id }: Person) =>
  services.db.updateTable("user").set({ emailVerified: 1 }).where("id", "=", id).execute();

Deno.test("an invited address gets a mail; only an account that confirmed it sees and accepts", async () => {
  await using mail = await mailing();
  const { registry, smtp } = mail;
  const ada = await signUp(registry, "ada");
  await collective(registry, ada, "acme");
  const { body } = await send(registry, "POST /api/v1/collectives/acme/invite", {
    cookie: ada.cookie,
    body: { email: "zoe@example.org", role: "admin" },
  });
  assert.equal(body.link, null, "the admin holds no secret of the mail");
  await registry.work();
  const invited = smtp.taken.filter(({ to }) => to[0] === "zoe@example.org");
  assert.equal(invited.length, 1);
  assert.match(invited[0]!.parsed.text!, /ada invites you to the collective @acme/);
  assert.deepEqual(linksIn(invited[0]!), ["http://registry.test/account"]);

  const zoe = await signUp(registry, "zoe");
  const list = async () =>
    (await send(registry, "GET /api/v1/invitations", { cookie: zoe.cookie })).body.invitations;
  const accept = () =>
    send(registry, `POST /api/v1/invitations/${body.invitation.id}/accept`, { cookie: zoe.cookie });
  assert.deepEqual(await list(), []);
  const refused = await accept();
  assert.equal(refused.status, 404);
  assert.match(refused.body.hint, /confirm the address/);
  await verify(registry, zoe);
  assert.deepEqual((await list()).map(({ id }: { id: string }) => id), [body.invitation.id]);
  assert.equal((await accept()).status, 200);
});

Deno.test("a user who is invited gets a mail when their address is confirmed", async () => {
  await using mail = await mailing();
  const { registry, smtp } = mail;
  const [ada, zoe, bob] = [
    await signUp(registry, "ada"),
    await signUp(registry, "zoe"),
    await signUp(registry, "bob"),
  ];
  await verify(registry, zoe);
  await collective(registry, ada, "acme");
  for (const { username } of [zoe, bob]) {
    await send(registry, "POST /api/v1/collectives/acme/invite", {
      cookie: ada.cookie,
      body: { username },
    });
  }
  await registry.work();
  const invited = smtp.taken.filter(({ parsed }) => /Invitation/.test(parsed.subject!));
  assert.deepEqual(invited.map(({ to }) => to), [["zoe@example.org"]]);
});

Deno.test("admins with a confirmed address are mailed once of a token that expires within a week", async () => {
  await using mail = await mailing();
  const { registry, smtp } = mail;
  const [ada, bob] = [await signUp(registry, "ada"), await signUp(registry, "bob")];
  await verify(registry, bob);
  await collective(registry, ada, "acme");
  await join(registry, ada, "acme", bob, "admin");
  await token(registry, ada, "acme", ["lab:read"], { expiresInDays: 10 });
  const warned = async (days: number) => {
    registry.clock.now = new Date(registry.clock.now.getTime() + days * 86_400_000);
    smtp.taken.length = 0;
    await sweep(registry.services);
    await sweep(registry.services);
    await registry.work();
    return smtp.taken.filter(({ parsed }) => /expires on/.test(parsed.subject!));
  };
  assert.deepEqual(await warned(2), []);
  const [told, ...more] = await warned(2);
  assert.deepEqual([told!.to, more], [["bob@example.org"], []]);
  assert.deepEqual(linksIn(told!), ["http://registry.test/collectives/acme/settings/tokens"]);
  assert.deepEqual(await warned(1), []);
});
