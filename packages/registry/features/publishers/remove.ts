import { userOf } from "../../access/credential/principal.ts";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { changeCollective } from "../../access/membership/change.ts";
import { z } from "zod";
import { findPublisher, PUBLISHER_PARAMS } from "./find.ts";
import { tellPublisher } from "./tell.ts";
import { placeText } from "./text.ts";
import { loggedPublisher } from "./log_entry.ts";

/** `DELETE …/publishers/{publisherId}`: keys that its jobs have got stop working at once. */
export const remove = defineEndpoint({
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
