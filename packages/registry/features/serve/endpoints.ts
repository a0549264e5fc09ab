import { z } from "zod";
import { defineEndpoint, type Endpoint } from "../../access/endpoint/endpoint.ts";
import { beat } from "./heartbeat.ts";
import { registerInstance } from "./register.ts";
import { serveInstances } from "./instances.ts";
import { Registration } from "./schema.ts";

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
