import type { Db } from "../../../access/store/schema.ts";
import type {} from "../record/tables.ts";
import type {} from "./tables.ts";

/** Writes down that a person needs no advice on how to begin any more; of a deleted account, nothing. */
export async function endFirstSteps(db: Db, userId: string, at: Date): Promise<void> {
  await db.insertInto("first_steps_ended").columns(["user_id", "at"]).expression((of) =>
    of.selectFrom("user").select((select) => ["id", select.val(at.toISOString()).as("at")])
      .where("id", "=", userId)
      .where((where) =>
        where.not(where.exists(
          where.selectFrom("first_steps_ended").select("user_id").where("user_id", "=", userId),
        ))
      )
  ).onConflict((conflict) => conflict.doNothing()).execute();
}

/** How far somebody has come who is new here. */
export interface FirstSteps {
  /** A personal key was used: the client is installed and logged in. */
  loggedIn: boolean;
}

/**
 * How far a person has come with their first steps; undefined for who pulled with the client,
 * published a version, or said that they need no advice.
 */
export async function firstStepsOf(db: Db, userId: string): Promise<FirstSteps | undefined> {
  const { ended, published, used } = await db.selectNoFrom((of) => [
    of.exists(
      of.selectFrom("first_steps_ended").select("user_id").where("user_id", "=", userId),
    ).as("ended"),
    of.exists(
      of.selectFrom("extension_version").select("id").where("published_by_user_id", "=", userId),
    ).as("published"),
    of.exists(
      of.selectFrom("apikey").select("id").where("referenceId", "=", userId)
        .where("lastRequest", "is not", null),
    ).as("used"),
  ]).executeTakeFirstOrThrow();
  return ended || published ? undefined : { loggedIn: Boolean(used) };
}
