import { z } from "zod";

/** Who a credential acts as at a server, and what it may do. */
export const ServerIdentity = z.object({
  kind: z.enum(["token", "user"]),
  name: z.string(),
  expiresAt: z.iso.datetime().nullable().describe("Null when it never expires"),
  rights: z.object({
    run: z.array(z.string()).describe("What may be run, as '<behavior>' or '<behavior>:<method>'"),
    read: z.array(z.string()).describe("Behaviors that may only be read"),
  }),
}).meta({ id: "Whoami" });
export type ServerIdentity = z.output<typeof ServerIdentity>;

/** That the server answers. */
export const Health = z.object({ status: z.literal("ok"), version: z.string() }).meta({
  id: "Health",
});

/** That the server takes work. */
export const Ready = z.object({ status: z.literal("ready") }).meta({ id: "Ready" });

/** The description of the interface. */
export const OpenApi = z.object({ openapi: z.literal("3.1.0") }).loose().meta({ id: "OpenApi" });
