import { SCOPE_NAMES } from "@svc/core/scope";
import { z } from "zod";

/** A collective token as lists show it; never the key or its hash (spec §2.3; reference wire 1.2). */
export const TOKEN = z.object({
  id: z.uuid(),
  name: z.string(),
  keyPrefix: z.string(),
  enabled: z.boolean(),
  expiresAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  scopes: z.array(z.enum(SCOPE_NAMES as [typeof SCOPE_NAMES[number]])),
  createdBy: z.object({
    username: z.string().nullable().meta({ description: "Null when the account is gone." }),
    credential: z.enum(["session", "personalKey"]).nullable().meta({
      description: "Null for tokens created before this was recorded.",
    }),
    key: z.object({ id: z.string(), name: z.string().nullable(), deleted: z.boolean() }).nullable()
      .meta({ description: "The personal key that created it; a deleted key keeps its name." }),
  }),
});

/** A path with a collective's slug and a token's id. */
export const TOKEN_PARAMS = z.object({ slug: z.string(), tokenId: z.uuid() });
