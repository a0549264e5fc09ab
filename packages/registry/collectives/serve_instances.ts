import { z } from "zod";
import { defineEndpoint } from "../http/endpoint.ts";
import { membershipOf } from "./membership.ts";
import { SLUG_PARAMS } from "./schema.ts";

/** `GET /api/v1/collectives/{slug}/serve-instances` (spec §4.3). */
export const serveInstances = defineEndpoint({
  key: "collectives.serve-instances",
  params: SLUG_PARAMS,
  response: z.object({
    instances: z.array(z.object({
      oauthClientId: z.string(),
      instanceId: z.string(),
      hostname: z.string(),
      version: z.string(),
      deploymentMode: z.string(),
      tags: z.record(z.string(), z.string()),
      registeredAt: z.iso.datetime(),
      startedAt: z.iso.datetime(),
      lastHeartbeatAt: z.iso.datetime(),
    })),
  }),
  async handle(call) {
    const rows = await call.services.db.selectFrom("serve_instance as instance")
      .innerJoin(
        "serve_instance_collective as listed",
        "listed.oauth_client_id",
        "instance.oauth_client_id",
      )
      .where("listed.collective_id", "=", membershipOf(call).collective.id)
      .selectAll("instance").orderBy("instance.registered_at").execute();
    return {
      instances: rows.map((row) => ({
        oauthClientId: row.oauth_client_id,
        instanceId: row.instance_id,
        hostname: row.hostname,
        version: row.version,
        deploymentMode: row.deployment_mode,
        tags: JSON.parse(row.tags) as Record<string, string>,
        registeredAt: row.registered_at,
        startedAt: row.started_at,
        lastHeartbeatAt: row.last_heartbeat_at,
      })),
    };
  },
});
