import type { Db } from "../../platform/store/schema.ts";

/** Collective tokens with who and what created them, for `tokenView`. */
export function selectTokens(db: Db) {
  return db.selectFrom("collective_token as token")
    .leftJoin("user as creator", "creator.id", "token.created_by")
    .leftJoin("apikey as creating", "creating.id", "token.created_key_id")
    .selectAll("token")
    .select([
      "creator.username as creator_username",
      "creating.id as living_key_id",
      "creating.name as living_key_name",
    ]);
}

/** A token as {@link selectTokens} reads it. */
export type StoredToken = Awaited<
  ReturnType<ReturnType<typeof selectTokens>["executeTakeFirstOrThrow"]>
>;
