import { z } from "zod";
import { defineEndpoint, type Endpoint } from "../../access/endpoint/endpoint.ts";
import { registerInstance, registrantOf } from "./register.ts";
import { Registration, ServeInstance } from "./schema.ts";
import type { Services } from "../../access/services.ts";
import { storedList } from "../../platform/store/list.ts";
import { membershipOf } from "../../access/membership/membership.ts";
import { SLUG_PARAMS } from "../../access/endpoint/params.ts";
import { SvcError } from "@svc/core/error";
import type { Principal } from "../../access/credential/principal.ts";
import type { Db } from "../../access/store/schema.ts";

/** Silence after which an instance counts as gone: two missed hourly heartbeats and their delay. */
export const GONE_AFTER_MS = 3 * 3_600_000;

/** The instances of a collective, the latest heard first. Whether one is gone is computed on reading. */
async function listServeInstances(
  services: Pick<Services, "db" | "now">,
  collectiveId: string,
): Promise<z.input<typeof ServeInstance>[]> {
  const rows = await services.db.selectFrom("serve_instance as instance")
    .innerJoin(
      "serve_instance_collective as listed",
      "listed.oauth_client_id",
      "instance.oauth_client_id",
    )
    .selectAll("instance")
    .where("listed.collective_id", "=", collectiveId)
    .orderBy("instance.last_heartbeat_at", "desc").orderBy("instance.oauth_client_id").execute();
  const now = services.now().getTime();
  return rows.map((row) => ({
    oauthClientId: row.oauth_client_id,
    instanceId: row.instance_id,
    collectiveSlugs: storedList(row.collective_slugs),
    hostname: row.hostname,
    version: row.version,
    deploymentMode: row.deployment_mode,
    tags: JSON.parse(row.tags),
    state: now - Date.parse(row.last_heartbeat_at) > GONE_AFTER_MS ? "gone" : "alive",
    registeredAt: row.registered_at,
    startedAt: row.started_at,
    lastHeartbeatAt: row.last_heartbeat_at,
    heartbeatCount: row.heartbeat_count,
  }));
}

/** `GET /api/v1/collectives/{slug}/serve-instances` (spec §4.3). */
const serveInstances = defineEndpoint({
  key: "collectives.serve-instances",
  params: SLUG_PARAMS,
  response: z.object({ instances: z.array(ServeInstance) }),
  async handle(call) {
    return {
      instances: await listServeInstances(call.services, membershipOf(call).collective.id),
    };
  },
});

/** What the instance is told of its own life. */
export interface Heartbeat {
  oauthClientId: string;
  lastHeartbeatAt: string;
  heartbeatCount: number;
}

/**
 * Counts a sign of life; an instance that was gone is back.
 *
 * @throws SvcError `not_found` for an instance the caller has not registered.
 */
async function beat(
  db: Db,
  principal: Principal,
  oauthClientId: string,
  now: Date,
): Promise<Heartbeat> {
  const lastHeartbeatAt = now.toISOString();
  const row = await db.updateTable("serve_instance")
    .set((column) => ({
      last_heartbeat_at: lastHeartbeatAt,
      heartbeat_count: column("heartbeat_count", "+", 1),
    }))
    .where("oauth_client_id", "=", oauthClientId)
    .where("registered_by", "=", registrantOf(principal))
    .returning("heartbeat_count").executeTakeFirst();
  if (!row) {
    throw new SvcError("not_found", "This serve instance is not registered", {
      hint: "Register it first: PUT /api/v1/serve/instances.",
    });
  }
  return { oauthClientId, lastHeartbeatAt, heartbeatCount: row.heartbeat_count };
}

const register = defineEndpoint({
  key: "serve.register",
  body: Registration,
  response: z.object({
    oauthClientId: z.string(),
    instanceId: z.uuid(),
    registeredAt: z.iso.datetime(),
    startedAt: z.iso.datetime(),
  }),
  errors: ["unknown_oauth_client", "validation_failed", "second_factor_missing"],
  description: "Call it again with the same OAuth client when the instance restarts.",
  async handle(call) {
    const { services, body } = call;
    const times = await registerInstance(services, call, body, services.now());
    return { oauthClientId: body.oauthClientId, instanceId: body.instanceId, ...times };
  },
});

const heartbeat = defineEndpoint({
  key: "serve.heartbeat",
  params: z.object({ oauthClientId: z.string().min(1).max(255) }),
  response: z.object({
    oauthClientId: z.string(),
    lastHeartbeatAt: z.iso.datetime(),
    heartbeatCount: z.int().nonnegative(),
  }),
  errors: ["not_found"],
  description: "Send it hourly. An instance without a heartbeat for three hours counts as gone.",
  handle: ({ services, principal, params }) =>
    beat(services.db, principal, params.oauthClientId, services.now()),
});

/** What serve instances call (reference wire 1.7), and the list of a collective's. */
export const SERVE_ENDPOINTS: readonly Endpoint[] = [register, heartbeat, serveInstances];
