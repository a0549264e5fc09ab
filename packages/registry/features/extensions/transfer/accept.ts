import { SvcError } from "@svc/core/error";
import { NameField } from "@svc/core/wire";
import { sql } from "kysely";
import { z } from "zod";
import { actorOf } from "../../../access/audit/actor.ts";
import { recordEvent } from "../../../access/audit/record.ts";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import { holdRight } from "../../../access/membership/hold_right.ts";
import { membershipOf } from "../../../access/membership/membership.ts";
import type { Trx } from "../../../access/store/schema.ts";
import { inTransaction } from "../../../platform/store/transaction.ts";
import { disablePublishersOf } from "../../publishers/disable.ts";
import { notify } from "../../notification/notify.ts";
import { noteVersions } from "../logged/note_versions.ts";
import { noteChange } from "../mirror/note.ts";
import { reportName, takeName, wantedBy } from "../name/take.ts";
import { endStaged } from "../staged/end.ts";
import { assertFree } from "./assert_free.ts";
import { findOffer, listOffers, nameIn } from "./open_offers.ts";
import { NAME_REFUSALS, Transfer } from "./schema.ts";
import { SLUG_PARAMS } from "../../../access/endpoint/params.ts";

/** `GET /api/v1/collectives/{slug}/transfers` */
export const list = defineEndpoint({
  key: "transfers.list",
  params: SLUG_PARAMS,
  response: z.object({ transfers: z.array(Transfer) }),
  async handle(call) {
    const { services } = call;
    const { collective } = membershipOf(call);
    return { transfers: await listOffers(services.db, collective.id, services.now()) };
  },
});

/**
 * `POST /api/v1/collectives/{slug}/transfers/accept`: gives the extension its new owner and name in one
 * transaction. Who offered it must own the other collective still.
 */
export const accept = defineEndpoint({
  key: "transfers.accept",
  params: SLUG_PARAMS,
  body: z.strictObject({ extension: NameField.describe("Its name until now") }),
  response: z.object({ name: NameField, formerName: NameField }),
  errors: ["not_found", ...NAME_REFUSALS],
  async handle(call) {
    const { services, principal, body } = call;
    const { collective: to } = membershipOf(call);
    const at = services.now();
    const offered = { name: body.extension, collectiveId: to.id };
    const moved = await inTransaction(services.db, async (trx) => {
      const seen = await findOffer(trx, offered, at);
      if (seen === undefined) throw noSuchOffer(body.extension, to.slug);
      // Always in one order: two that are accepted at once must not wait for each other.
      for (const id of [seen.fromId, to.id].sort()) {
        if (id !== to.id) await holdCollective(trx, id);
        else await holdRight(services, trx, principal, "transfers.accept", to.id);
      }
      const offer = await findOffer(trx, offered, at);
      if (offer === undefined) throw noSuchOffer(body.extension, to.slug);
      const name = nameIn(to.slug, offer.name);
      await assertFree(trx, name);
      const wanted = { name, collectiveId: to.id, extensionId: offer.id, ...wantedBy(principal) };
      const like = await takeName(trx, services, wanted);
      await disablePublishersOf(services, trx, offer.name, at);
      await rename(trx, offer, { name, collectiveId: to.id, at: at.toISOString() });
      const reason = `${offer.name} was transferred`;
      await endStaged(trx, { extension_name: offer.name }, { reason, now: at });
      if (like) await reportName(trx, services, { extensionId: offer.id, name }, like);
      const actor = actorOf(call);
      const sides = [
        { collectiveId: offer.fromId, action: "transfer.completed" },
        { collectiveId: to.id, action: "transfer.accepted" },
      ] as const;
      for (const side of sides) {
        const details = { from: offer.name, name };
        const logged = { subject: offer.name, from: `@${seen.from}`, to: `@${to.slug}` };
        await recordEvent(trx, { ...side, at, extensionId: offer.id, actor, details, logged });
        await notify(trx, {
          kind: "extension_transferred",
          collectiveId: side.collectiveId,
          actor: principal,
          at,
          extension: offer.name,
          text: `@${to.slug}`,
        });
      }
      await noteVersions(trx, sql`extension.id = ${offer.id}`);
      return { id: offer.id, name, formerName: offer.name };
    });
    for (const name of [moved.formerName, moved.name]) {
      services.events.emit("extension.changed", { extensionId: moved.id, name });
    }
    services.log.info("extension.transferred", { name: moved.name, formerName: moved.formerName });
    return { name: moved.name, formerName: moved.formerName };
  },
});

/** The one answer for an offer that was never made, has ended, or is to somebody else. */
function noSuchOffer(name: string, slug: string): SvcError {
  return new SvcError("not_found", `There is no open offer of ${name} to @${slug}`, {
    hint: "It may have been withdrawn, have run out after 14 days, or its owner have changed. " +
      "Ask them to offer it again.",
  });
}

/** Writing the row is the lock: who is an owner does not change until the transaction ends. */
async function holdCollective(trx: Trx, id: string): Promise<void> {
  await trx.updateTable("collective").set((row) => ({ updated_at: row.ref("updated_at") }))
    .where("id", "=", id).execute();
}

async function rename(
  trx: Trx,
  before: { id: string; name: string; fromId: string },
  after: { name: string; collectiveId: string; at: string },
): Promise<void> {
  const { id } = before;
  await trx.updateTable("extension_version").set({ published_as: before.name })
    .where("extension_id", "=", id).where("published_as", "is", null).execute();
  // It may get back a name that it had.
  await trx.deleteFrom("extension_alias").where("name", "=", after.name).execute();
  await trx.insertInto("extension_alias")
    .values({ name: before.name, extension_id: id, collective_id: before.fromId, at: after.at })
    .execute();
  await trx.updateTable("extension")
    .set({ name: after.name, collective_id: after.collectiveId, updated_at: after.at })
    .where("id", "=", id).execute();
  await trx.deleteFrom("extension_transfer").where("extension_id", "=", id).execute();
  await noteChange(trx, id);
}
