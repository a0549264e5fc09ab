import { migration } from "../../../platform/store/migration.ts";
import type { Db } from "../../../access/store/schema.ts";
import { keepDependencies } from "./keep.ts";
import { storedList } from "../../../platform/store/list.ts";
import { index } from "../../../platform/store/columns.ts";

/** What each extension depends on, by name, so that an extension's page finds who depends on it. */
export const dependents = migration(async (db: Db) => {
  await db.schema.createTable("extension_dependency")
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("extension_id", "text", (column) => column.notNull().references("extension.id"))
    .addPrimaryKeyConstraint("extension_dependency_once", ["name", "extension_id"])
    .execute();
  await index(db, "extension_dependency", "extension_dependency_by_extension", "extension_id");
  const extensions = await db.selectFrom("extension").select(["id", "dependencies"]).execute();
  for (const { id, dependencies } of extensions) {
    await keepDependencies(db, id, storedList(dependencies));
  }
});
