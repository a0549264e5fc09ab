import { SvcError } from "@svc/core/error";
import type { Principal } from "../../access/credential/principal.ts";
import type { Db } from "../../access/store/schema.ts";
import { registrantOf } from "./register.ts";
import type {} from "./tables.ts";

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
export async function beat(
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
