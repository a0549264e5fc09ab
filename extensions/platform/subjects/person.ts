import * as z from "npm:zod@4.6.7";

/** Kinds of accounts that act. */
const ACTOR_TYPES = ["user", "bot", "organization", "mannequin"] as const;

/** A kind of {@link ACTOR_TYPES}. */
export type ActorType = typeof ACTOR_TYPES[number];

/** Who wrote something; both null when the account is gone. */
export interface Person {
  login: string | null;
  type: ActorType | null;
}

/** Schema of a {@link Person}'s type. */
export const actorTypeSchema: z.ZodNullable<z.ZodEnum<{ [Type in ActorType]: Type }>> = z.enum(
  ACTOR_TYPES,
).nullable();

/** An account of the API: a deleted one comes as null or as `ghost`. */
export function toPerson(
  account: { login: string; type?: string | undefined } | null | undefined,
): Person {
  if (!account || account.login === "ghost") return { login: null, type: null };
  const { login, type = "User" } = account;
  if (type === "Bot" || login.endsWith("[bot]")) return { login, type: "bot" };
  const known = ACTOR_TYPES.find((one) => one === type.toLowerCase());
  return { login, type: known ?? "user" };
}
