import { z } from "zod";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { listServeInstances } from "./list.ts";
import { ServeInstance } from "./schema.ts";
import { membershipOf } from "../../access/membership/membership.ts";
import { SLUG_PARAMS } from "../collectives/schema.ts";

/** `GET /api/v1/collectives/{slug}/serve-instances` (spec §4.3). */
export const serveInstances = defineEndpoint({
  key: "collectives.serve-instances",
  params: SLUG_PARAMS,
  response: z.object({ instances: z.array(ServeInstance) }),
  async handle(call) {
    return {
      instances: await listServeInstances(call.services, membershipOf(call).collective.id),
    };
  },
});
