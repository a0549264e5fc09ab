import type { Db } from "../../../access/store/schema.ts";
import type {} from "./tables.ts";

/**
 * Writes down what an extension's record depends on, instead of what was there.
 *
 * @param references as its manifest has them, with or without a version
 */
export async function keepDependencies(
  db: Db,
  extensionId: string,
  references: readonly string[],
): Promise<void> {
  await db.deleteFrom("extension_dependency").where("extension_id", "=", extensionId).execute();
  const names = [...new Set(references.map(nameOf))];
  if (names.length === 0) return;
  await db.insertInto("extension_dependency")
    .values(names.map((name) => ({ extension_id: extensionId, name }))).execute();
}

/** `@a/b` of `@a/b` or `@a/b@2026.01.01.1`. */
function nameOf(reference: string): string {
  const version = reference.indexOf("@", 1);
  return version < 0 ? reference : reference.slice(0, version);
}
