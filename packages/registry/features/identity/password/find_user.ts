import { SvcError } from "@svc/core/error";
import type { Db } from "../../../access/store/schema.ts";

/** The account of a username. @throws SvcError `not_found` */
export async function findUser(db: Db, username: string): Promise<{ id: string }> {
  const user = await db.selectFrom("user").select("id").where("username", "=", username)
    .executeTakeFirst();
  if (user === undefined) {
    throw new SvcError("not_found", "No such user", { hint: "Check the username." });
  }
  return user;
}
