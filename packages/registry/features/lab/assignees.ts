import type { Db } from "../../access/store/schema.ts";
import type {} from "./tables.ts";

/** Somebody an issue may be assigned to. */
export interface Assignee {
  userId: string;
  username: string;
}

/** Who an issue of this collective may be assigned to: its members and the registry's admins. */
export async function assignable(
  db: Db,
  admins: readonly string[],
  collectiveId: string | null,
): Promise<Assignee[]> {
  const rows = await db.selectFrom("user").select(["user.id", "user.username"])
    .where((where) =>
      where.or([
        ...(admins.length > 0 ? [where("user.username", "in", [...admins])] : []),
        where(
          "user.id",
          "in",
          where.selectFrom("collective_member").select("collective_member.user_id")
            .where("collective_member.collective_id", "=", collectiveId ?? ""),
        ),
      ])
    )
    .orderBy("user.username").execute();
  return rows.flatMap(({ id, username }) => username === null ? [] : [{ userId: id, username }]);
}

/** Who each of these issues is assigned to, with one query. */
export async function assigneesOf(
  db: Db,
  numbers: readonly number[],
): Promise<Map<number, Assignee[]>> {
  const found = new Map<number, Assignee[]>(numbers.map((number) => [number, []]));
  if (numbers.length === 0) return found;
  const rows = await db.selectFrom("lab_assignee")
    .innerJoin("user", "user.id", "lab_assignee.user_id")
    .select(["lab_assignee.issue_number", "user.id", "user.username"])
    .where("lab_assignee.issue_number", "in", numbers).orderBy("user.username").execute();
  for (const row of rows) {
    found.get(row.issue_number)!.push({ userId: row.id, username: row.username ?? "" });
  }
  return found;
}
