import { sql } from "kysely";
import { z } from "zod";
import { noSuchCollective } from "../../access/membership/authorize.ts";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { noteVersions } from "../extensions/logged/note_versions.ts";
import { noteCollectiveChange } from "../extensions/mirror/note.ts";
import { notify } from "../notification/notify.ts";
import { assertShared, changeCollective } from "../../access/membership/change.ts";
import { membershipOf } from "../../access/membership/membership.ts";
import { Collective } from "@svc/core/wire";
import { DESCRIPTION } from "./schema.ts";
import { SLUG_PARAMS } from "../../access/endpoint/params.ts";
import { collectiveView } from "./view.ts";
import { SvcError } from "@svc/core/error";
import { userOf } from "../../access/credential/principal.ts";
import { hasFactor } from "../../access/credential/proof.ts";

/** The settings that may be changed (spec §2.4): any subset, at least one, nothing else. */
const SETTINGS = z.strictObject({
  description: DESCRIPTION.optional(),
  private: z.boolean().optional(),
  hideIssuesByDefault: z.boolean().optional(),
  hideMembersFromPublic: z.boolean().optional(),
}).refine((settings) => Object.keys(settings).length > 0, "must set at least one field");

/** `PATCH /api/v1/collectives/{slug}` (spec §4.3): changes the settings given, keeps the others. */
export const update = defineEndpoint({
  key: "collectives.update",
  params: SLUG_PARAMS,
  body: SETTINGS,
  response: Collective,
  errors: ["personal_collective"],
  description: "Existing issues keep their visibility: `applyToExisting` is not supported here.",
  async handle(call) {
    const { services, principal, body } = call;
    assertShared(membershipOf(call).collective, "cannot be changed");
    const view = await changeCollective(call, "collectives.update", async (held) => {
      const { trx, collective, now } = held;
      const before = await trx.selectFrom("collective").selectAll()
        .where("id", "=", collective.id).executeTakeFirstOrThrow();
      const row = await trx.updateTable("collective").set({
        ...(body.description === undefined ? {} : { description: body.description || null }),
        ...(body.private === undefined ? {} : { private: Number(body.private) }),
        ...(body.hideIssuesByDefault === undefined
          ? {}
          : { hide_issues_by_default: Number(body.hideIssuesByDefault) }),
        ...(body.hideMembersFromPublic === undefined
          ? {}
          : { hide_members_from_public: Number(body.hideMembersFromPublic) }),
        updated_at: now.toISOString(),
      }).where("id", "=", collective.id).returningAll().executeTakeFirst();
      if (row === undefined) throw noSuchCollective(collective.slug);
      if (body.private !== undefined) await noteCollectiveChange(trx, collective.id);
      if (body.private === false) {
        await noteVersions(trx, sql`extension.collective_id = ${collective.id}`);
      }
      await notify(trx, {
        ...held.event,
        kind: "collective_updated",
        text: Object.keys(body).join(", "),
      });
      const place = principal.kind === "collectiveToken" ? "token" : held.role ?? null;
      const view = collectiveView(row, place, now);
      const details = changedSettings(body, collectiveView(before, place, now), view);
      await held.record({ action: "collective.updated", details });
      return view;
    });
    services.events.emit("collective.changed", { collectiveId: view.id });
    return view;
  },
});

/** The settings that were given and are others now. */
function changedSettings(
  given: z.output<typeof SETTINGS>,
  before: Collective,
  after: Collective,
): Record<string, { from: unknown; to: unknown }> {
  const names = Object.keys(given) as (keyof typeof given)[];
  return Object.fromEntries(
    names.filter((name) => before[name] !== after[name])
      .map((name) => [name, { from: before[name], to: after[name] }]),
  );
}

/** `PUT /api/v1/collectives/{slug}/second-factor`: whether members need one to change anything. */
export const requireFactor = defineEndpoint({
  key: "collectives.require-second-factor",
  params: SLUG_PARAMS,
  body: z.strictObject({ required: z.boolean() }),
  response: z.object({ requiresSecondFactor: z.boolean() }),
  errors: ["personal_collective", "rule_refused"],
  description:
    "Nobody is removed: members without a second factor go on reading, and are refused " +
    "by each operation that changes something, with personal keys too. The collective's tokens go " +
    "on working.",
  async handle(call) {
    const { principal, body: { required } } = call;
    assertShared(membershipOf(call).collective, "cannot require a second factor");
    await changeCollective(call, "collectives.require-second-factor", async (held) => {
      const { trx, collective } = held;
      if (required && !await hasFactor(trx, userOf(principal)!.id)) {
        throw new SvcError("rule_refused", "Your own account has no second factor", {
          hint: "Add one under Account, Security first: you would lock yourself out.",
        });
      }
      const before = collective.requiresSecondFactor;
      await trx.updateTable("collective").set({ second_factor_required: Number(required) })
        .where("id", "=", collective.id).execute();
      const text = required ? "a second factor is required" : "a second factor is not required";
      await notify(trx, { ...held.event, kind: "collective_updated", text });
      const details = { requiresSecondFactor: { from: before, to: required } };
      await held.record({ action: "collective.updated", details });
    });
    call.services.events.emit("collective.changed", {
      collectiveId: membershipOf(call).collective.id,
    });
    return { requiresSecondFactor: required };
  },
});
