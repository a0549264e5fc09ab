import { holdsScope } from "@svc/core/scope";
import { z } from "zod";
import { actorOf } from "../../access/audit/actor.ts";
import { recordEvent } from "../../access/audit/record.ts";
import { type Principal, userOf } from "../../access/credential/principal.ts";
import { defineEndpoint, type Endpoint } from "../../access/endpoint/endpoint.ts";
import type { Services } from "../../access/services.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { readProfile, writeProfile } from "./profile.ts";
import { Profile, ProfilePatch } from "./schema.ts";
import { ownSubject, type Subject, subjectNamed } from "./subject.ts";

const Answer = z.object({ profile: Profile });

const get = defineEndpoint({
  key: "profile.get",
  params: z.object({ username: z.string().min(1).max(64).toLowerCase() }),
  response: Answer,
  errors: ["not_found"],
  cache: { shows: ["profiles"], seconds: 60 },
  description: "Of a person by username, or of a collective by slug. The profile of a private " +
    "collective is visible to its members only.",
  async handle({ services, principal, params }) {
    const own = principal.kind === "collectiveToken" && holdsScope(principal.scopes, "profile:read")
      ? principal.collective.id
      : null;
    const reader = userOf(principal)?.id ?? null;
    return await answer(services, await subjectNamed(services.db, params.username, reader, own));
  },
});

const me = defineEndpoint({
  key: "profile.me",
  response: Answer,
  description: "A person's own profile, or that of the collective the token acts as.",
  handle: async ({ services, principal }) => await answer(services, await own(services, principal)),
});

const update = defineEndpoint({
  key: "profile.update",
  body: ProfilePatch,
  response: Answer,
  description: "Absent fields are unchanged; null clears a field.",
  async handle(call) {
    const { services, principal, body } = call;
    const subject = await own(services, principal);
    const now = services.now();
    await inTransaction(services.db, async (trx) => {
      await writeProfile(trx, subject, body, now);
      if (subject.kind !== "collective") return;
      await recordEvent(trx, {
        at: now,
        action: "profile.edited",
        collectiveId: subject.id,
        actor: actorOf(call),
        details: { fields: Object.keys(body).join(", ") },
      });
    });
    services.events.emit("profile.changed", {});
    return await answer(services, subject);
  },
});

function own(services: Services, principal: Principal): Promise<Subject> {
  return ownSubject(services.db, principal);
}

async function answer(services: Services, subject: Subject) {
  return { profile: await readProfile(services.db, services.config.baseUrl, subject) };
}

/** The profiles interface. */
export const PROFILE_ENDPOINTS: readonly Endpoint[] = [get, me, update];
