import type { Kysely } from "kysely";
import { migration } from "../../platform/store/migration.ts";
import { labSearch } from "./migration_search.ts";
import type {} from "./tables.ts";
import { cascade, cascadeIfAny, setNull } from "../../platform/store/references.ts";
import { index, integer, text } from "../../platform/store/columns.ts";

/** Lab issues (reference wire 1.6). */
export const lab = migration(async (db) => {
  await db.schema.createTable("lab_counter")
    .addColumn("id", "integer", (c) => c.primaryKey())
    .addColumn("value", "integer", (c) => c.notNull())
    .execute();
  const counter = db as Kysely<{ lab_counter: { id: number; value: number } }>;
  await counter.insertInto("lab_counter").values({ id: 1, value: 0 }).execute();

  await db.schema.createTable("lab_issue")
    .addColumn("number", "integer", (c) => c.notNull().primaryKey())
    .addColumn("id", "text", (c) => c.notNull().unique())
    .$call(text("source", "type", "status", "title", "body"))
    .addColumn("author_user_id", "text", setNull("user.id"))
    .addColumn("author_collective_id", "text", setNull("collective.id"))
    .addColumn("collective_id", "text", cascadeIfAny("collective.id"))
    .addColumn("extension_name", "text")
    .$call(integer("hidden", "locked"))
    .$call(text("created_at", "updated_at"))
    .execute();
  await index(db, "lab_issue", "lab_issue_collective", "collective_id");
  await index(db, "lab_issue", "lab_issue_extension", "extension_name");
  await index(db, "lab_issue", "lab_issue_status", "status", "number");

  await db.schema.createTable("lab_assignee")
    .addColumn("issue_number", "integer", cascade("lab_issue.number"))
    .addColumn("user_id", "text", cascade("user.id"))
    .addPrimaryKeyConstraint("lab_assignee_once", ["issue_number", "user_id"])
    .execute();

  await db.schema.createTable("lab_comment")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("issue_number", "integer", cascade("lab_issue.number"))
    .addColumn("author_user_id", "text", setNull("user.id"))
    .addColumn("author_collective_id", "text", setNull("collective.id"))
    .$call(text("body", "created_at"))
    .execute();
  await index(db, "lab_comment", "lab_comment_issue", "issue_number", "created_at");

  await db.schema.createTable("lab_lifecycle")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("issue_number", "integer", cascade("lab_issue.number"))
    .addColumn("author_user_id", "text", setNull("user.id"))
    .addColumn("author_collective_id", "text", setNull("collective.id"))
    .addColumn("step", "text", (c) => c.notNull())
    .addColumn("target_status", "text")
    .addColumn("summary", "text", (c) => c.notNull())
    .addColumn("emoji", "text")
    .addColumn("payload", "text", (c) => c.notNull())
    .addColumn("body", "text")
    .addColumn("verbose", "integer", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .execute();
  await index(db, "lab_lifecycle", "lab_lifecycle_issue", "issue_number", "created_at");
  await labSearch.up(db);
});
