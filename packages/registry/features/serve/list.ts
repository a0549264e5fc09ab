import type { z } from "zod";
import type { Services } from "../../access/services.ts";
import type { ServeInstance } from "./schema.ts";
import type {} from "./tables.ts";
import { storedList } from "../../platform/store/list.ts";

/** Silence after which an instance counts as gone: two missed hourly heartbeats and their delay. */
export const GONE_AFTER_MS = 3 * 3_600_000;

/** The instances of a collective, the latest heard first. Whether one is gone is computed on reading. */
export async function listServeInstances(
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
