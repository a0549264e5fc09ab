import { SvcError } from "@svc/core/error";
import { Publisher } from "@svc/core/wire";
import { z } from "zod";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { changeCollective } from "../../access/membership/change.ts";
import { placeOf } from "./binding.ts";
import { findPublisher, PUBLISHER_PARAMS } from "./find.ts";
import { fieldsText } from "./text.ts";
import { publisherView, selectPublishers } from "./view.ts";
import { loggedPublisher } from "./log_entry.ts";

/** `POST …/publishers/{publisherId}/confirm`: the place is the same, an admin says, under its new name. */
export const confirm = defineEndpoint({
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
