import { z } from "zod";
import { Instant, ScopeName } from "./value.ts";

/** By what a collective token was created, and by whom. */
export const TokenCreator = z.object({
  username: z.string().nullable().meta({ description: "Null when the account is deleted." }),
  credential: z.enum(["session", "personalKey"]).nullable().meta({
    description: "Null for tokens created before this was recorded.",
  }),
  key: z.object({ id: z.string(), name: z.string().nullable(), deleted: z.boolean() }).nullable()
    .meta({ description: "The personal key that created it; a deleted key keeps its name." }),
});
export type TokenCreator = z.output<typeof TokenCreator>;

/** A collective token as lists show it; never the key or its hash (spec §2.3; reference wire 1.2). */
export const TokenRecord = z.object({
  id: z.uuid(),
  name: z.string(),
  keyPrefix: z.string(),
  enabled: z.boolean(),
  expiresAt: Instant.nullable(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
  scopes: z.array(ScopeName),
  createdBy: TokenCreator.exactOptional().meta({
    description: "Missing from servers that do not record it.",
  }),
});
export type TokenRecord = z.output<typeof TokenRecord>;

/** A collective token that still works, as the owner of the personal key that created it sees it. */
const TokenOfKey = z.object({
  id: z.uuid(),
  name: z.string(),
  keyPrefix: z.string(),
  collective: z.string().meta({ description: "Slug of its collective." }),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
});
export type TokenOfKey = z.output<typeof TokenOfKey>;

/** Collective tokens that a personal key created and that still work. */
export const TokensOfKey = z.object({
  tokens: z.array(TokenOfKey).meta({
    description: "Those of collectives whose tokens the key's owner may manage.",
  }),
  otherTokens: z.int().meta({
    description:
      "How many more there are in collectives where you are no longer an owner or admin.",
  }),
});
export type TokensOfKey = z.output<typeof TokensOfKey>;

/** A personal key as lists show it; neither the key nor its hash is part of it. */
export const PersonalKey = z.object({
  id: z.string(),
  name: z.string().nullable(),
  start: z.string().nullable().meta({ description: "The key's first characters." }),
  prefix: z.string().nullable(),
  enabled: z.boolean(),
  expiresAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  lastRequest: Instant.nullable().meta({ description: "When it was last used." }),
});
export type PersonalKey = z.output<typeof PersonalKey>;
