import { z } from "zod";
import { defineEndpoint, type Endpoint } from "../../http/endpoint.ts";
import { runnableText } from "../../rights/rights.ts";
import { assertReady } from "./ready.ts";

const WHOAMI = z.object({
  kind: z.enum(["token", "user"]),
  name: z.string(),
  expiresAt: z.iso.datetime().nullable(),
  rights: z.object({
    run: z.array(z.string()).describe("What may be run, as '<behavior>' or '<behavior>:<method>'"),
    read: z.array(z.string()).describe("Behaviors that may be seen only"),
  }),
}).meta({ id: "Whoami" });

const HEALTH = z.object({ status: z.literal("ok"), version: z.string() }).meta({ id: "Health" });

const READY = z.object({ status: z.literal("ready") }).meta({ id: "Ready" });

/** What is asked about the server itself. */
export const SERVICE_ENDPOINTS: readonly Endpoint[] = [
  defineEndpoint({
    key: "service.health",
    description: "Answers as long as the process does, for what restarts it otherwise.",
    response: HEALTH,
    handle: ({ serving: { version } }) => ({ status: "ok" as const, version }),
  }),
  defineEndpoint({
    key: "service.ready",
    description: "503 while the server stops, and while it cannot read its repository: for load " +
      "balancers. What is in progress goes on meanwhile.",
    response: READY,
    async handle({ serving }) {
      await assertReady(serving);
      return { status: "ready" as const };
    },
  }),
  defineEndpoint({
    key: "service.whoami",
    response: WHOAMI,
    handle: ({ caller: { kind, name, expiresAt, rights } }) => ({
      kind,
      name,
      expiresAt: expiresAt?.toISOString() ?? null,
      rights: { run: rights.run.map(runnableText), read: [...rights.read] },
    }),
  }),
];
