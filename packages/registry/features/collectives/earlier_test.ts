import assert from "node:assert/strict";
import { sql } from "kysely";
import { collective, send, signUp } from "../identity/testing.ts";
import { testRegistry } from "../../testing.ts";
import { invitationLink } from "./earlier.ts";

Deno.test("upgrade: a link to an invitation that was handed out before goes on working", async () => {
  await using registry = await testRegistry();
  const { db } = registry.services;
  const ada = await signUp(registry, "ada");
  await collective(registry, ada, "acme");
  const { body } = await send(registry, "POST /api/v1/collectives/acme/invite", {
    cookie: ada.cookie,
    body: { email: "zoe@example.org" },
  });
  await sql`drop index collective_invitation_token`.execute(db);
  await sql`alter table collective_invitation drop column token_hash`.execute(db);
  await invitationLink.up(db);
  const zoe = await signUp(registry, "zoe");
  const accept = `POST /api/v1/invitations/${body.invitation.id}/accept`;
  assert.equal((await send(registry, accept, { cookie: zoe.cookie })).status, 200);
});
