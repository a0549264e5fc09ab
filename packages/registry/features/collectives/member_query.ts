import type { Db } from "../../access/store/schema.ts";

/** The members of a collective as answers show them, in no order yet. */
export function membersOf(db: Db, collectiveId: string) {
  return db.selectFrom("collective_member as member")
    .innerJoin("user", "user.id", "member.user_id")
    .where("member.collective_id", "=", collectiveId)
    .select([
      "member.id",
      "member.user_id as userId",
      "user.username",
      "user.name",
      "member.role",
      "member.created_at as joinedAt",
    ]);
}
