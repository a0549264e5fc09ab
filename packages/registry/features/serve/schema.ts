import { LINE } from "@svc/http/input";
import { z } from "zod";

/** What an instance tells of itself (reference wire 1.7). */
export const Registration = z.strictObject({
  oauthClientId: z.string().min(1).max(255),
  instanceId: z.uuid(),
  collectiveSlugs: z.array(z.string().min(1).max(64)).min(1).max(100)
    .describe("Collectives whose members may use it"),
  hostname: LINE.min(1).max(255),
  version: LINE.min(1).max(64),
  deploymentMode: z.enum(["local", "durable", "durable (limited)"]),
  tags: z.record(z.string().min(1).max(64), z.string().max(256)).default({})
    .refine((tags) => Object.keys(tags).length <= 50, "must be at most 50 tags"),
});

/** An instance as members of its collective see it. */
export const ServeInstance = z.object({
  oauthClientId: z.string(),
  instanceId: z.uuid(),
  collectiveSlugs: z.array(z.string()),
  hostname: z.string(),
  version: z.string(),
  deploymentMode: z.string(),
  tags: z.record(z.string(), z.string()),
  state: z.enum(["alive", "gone"]).describe("Gone after three hours without a heartbeat"),
  registeredAt: z.iso.datetime(),
  startedAt: z.iso.datetime(),
  lastHeartbeatAt: z.iso.datetime(),
  heartbeatCount: z.int().nonnegative(),
}).meta({
  id: "ServeInstance",
  example: {
    oauthClientId: "kQhTzPqLsWnRbXvYcMdJfGaE",
    instanceId: "0a8a2f4e-6a0e-4b4e-8c57-0d4c0e2fd9a1",
    collectiveSlugs: ["acme"],
    hostname: "build-1",
    version: "2026.11.21",
    deploymentMode: "durable",
    tags: { zone: "a" },
    state: "alive",
    registeredAt: "2026-11-20T09:00:00.000Z",
    startedAt: "2026-11-21T08:00:00.000Z",
    lastHeartbeatAt: "2026-11-21T09:00:00.000Z",
    heartbeatCount: 25,
  },
});
