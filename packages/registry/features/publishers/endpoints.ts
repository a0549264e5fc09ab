import { create } from "./create.ts";
import { Publisher, PublisherList } from "@svc/core/wire";
import { z } from "zod";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { SLUG_PARAMS } from "../../access/endpoint/params.ts";
import { membershipOf } from "../../access/membership/membership.ts";
import { findPublisher, PUBLISHER_PARAMS, publisherView, selectPublishers } from "./view.ts";
import { SvcError } from "@svc/core/error";
import { changeCollective } from "../../access/membership/change.ts";
import { placeOf } from "./binding.ts";
import { fieldsText, placeText } from "./text.ts";
import { loggedPublisher } from "./log_entry.ts";
import { userOf } from "../../access/credential/principal.ts";
import { tellPublisher } from "./tell.ts";

/** `GET /api/v1/collectives/{slug}/publishers` */
const list = defineEndpoint({
  key: "publishers.list",
  params: SLUG_PARAMS,
  response: PublisherList,
  async handle(call) {
    const { db } = call.services;
    const { id } = membershipOf(call).collective;
    const { publishing } = await db.selectFrom("collective").select("publishing")
      .where("id", "=", id).executeTakeFirstOrThrow();
    const extensions = await db.selectFrom("extension").select(["name", "publishing"])
      .where("collective_id", "=", id).where("publishing", "!=", "any").orderBy("name").execute();
    const rows = await selectPublishers(db, id).execute();
    return {
      publishing,
      extensions: Object.fromEntries(extensions.map((each) => [each.name, each.publishing])),
      publishers: rows.map(publisherView),
    };
  },
});

/** `POST …/publishers/{publisherId}/confirm`: the place is the same, an admin says, under its new name. */
const confirm = defineEndpoint({
  key: "publishers.confirm",
  params: PUBLISHER_PARAMS,
  body: z.strictObject({
    names: z.record(z.string(), z.string()).meta({
      description: "The new names as they were shown, so that no others are accepted.",
    }),
  }),
  response: z.object({ publisher: Publisher }),
  errors: ["conflict"],
  async handle(call) {
    const { body } = call;
    const row = await changeCollective(call, "publishers.confirm", async (held) => {
      const before = await findPublisher(held, call.params.publisherId);
      const names = before.renamed === null ? undefined : JSON.parse(before.renamed);
      if (names === undefined || !sameFields(names, body.names)) {
        throw new SvcError("conflict", "The publisher has no such new name to accept", {
          hint: "Load the page again.",
        });
      }
      await held.trx.updateTable("publisher")
        .set({ names: before.renamed!, place: placeOf(before.provider, names), renamed: null })
        .where("id", "=", before.id).execute();
      await held.record({
        action: "publisher.confirmed",
        details: {
          extension: before.extension_name,
          publisher: before.id,
          from: fieldsText(before.provider, JSON.parse(before.names)),
          to: fieldsText(before.provider, names),
        },
        logged: loggedPublisher(before),
      });
      return await selectPublishers(held.trx, held.collective.id)
        .where("publisher.id", "=", before.id).executeTakeFirstOrThrow();
    });
    return { publisher: publisherView(row) };
  },
});

function sameFields(a: Record<string, string>, b: Record<string, string>): boolean {
  const sorted = (fields: Record<string, string>) => JSON.stringify(Object.entries(fields).sort());
  return sorted(a) === sorted(b);
}

/** `DELETE …/publishers/{publisherId}`: keys that its jobs have got stop working at once. */
const remove = defineEndpoint({
  key: "publishers.delete",
  params: PUBLISHER_PARAMS,
  response: z.object({ removed: z.literal(true), id: z.uuid() }),
  async handle(call) {
    const { services, params: { publisherId }, principal } = call;
    await changeCollective(call, "publishers.delete", async (held) => {
      const row = await findPublisher(held, publisherId);
      await held.trx.deleteFrom("publisher").where("id", "=", row.id).execute();
      const told = { extension: row.extension_name, place: placeText(row) };
      await held.record({
        action: "publisher.removed",
        details: { ...told, publisher: row.id },
        logged: loggedPublisher(row),
      });
      await tellPublisher(services, held.trx, "publisher_removed", {
        collectiveId: row.collective_id,
        at: held.now,
        actor: principal,
        told: { ...told, by: userOf(principal)?.username ?? "" },
      });
    });
    return { removed: true as const, id: publisherId };
  },
});

/** The trusted publishers of a collective. */
export const PUBLISHER_ENDPOINTS = [list, create, confirm, remove] as const;
