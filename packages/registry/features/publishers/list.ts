import { PublisherList } from "@svc/core/wire";
import { z } from "zod";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { membershipOf } from "../../access/membership/membership.ts";
import { publisherView, selectPublishers } from "./view.ts";

/** A path with a collective's slug. */
export const SLUG_PARAMS = z.object({ slug: z.string() });

/** `GET /api/v1/collectives/{slug}/publishers` */
export const list = defineEndpoint({
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
