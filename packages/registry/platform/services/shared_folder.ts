import { SvcError } from "@svc/core/error";
import type { Kysely } from "kysely";
import { migration } from "../store/migration.ts";
import { type DataFolder, readOrCreateIdentity } from "../config/data_folder.ts";
import type { Db } from "../store/schema.ts";

/** The folder of archives that belongs to a database which servers share; one row at most. */
interface ArchiveFolderTable {
  only: number;
  identity: string;
}

declare module "../store/schema.ts" {
  interface Schema {
    archive_folder: ArchiveFolderTable;
  }
}

/** Which folder of archives belongs to this database. */
export const archiveFolder = migration(async (db: Kysely<unknown>) => {
  await db.schema.createTable("archive_folder")
    .addColumn("only", "integer", (column) => column.primaryKey())
    .addColumn("identity", "text", (column) => column.notNull())
    .execute();
});

/**
 * Sees that all servers of a database keep archives in the same folder: what one published, another
 * could not hand out otherwise. The first server's folder counts.
 *
 * @throws SvcError `unavailable` in another folder
 */
export async function assertSharedFolder(db: Db, folder: DataFolder): Promise<void> {
  const identity = await readOrCreateIdentity(folder);
  await db.insertInto("archive_folder").values({ only: 1, identity })
    .onConflict((conflict) => conflict.column("only").doNothing()).execute();
  const known = await db.selectFrom("archive_folder").select("identity").executeTakeFirstOrThrow();
  if (known.identity === identity) return;
  throw new SvcError(
    "unavailable",
    `The archives of this database are not in ${folder.root}, but in another server's folder`,
    {
      hint:
        "Let all servers share one folder as SVC_DATA, or set SVC_BLOBS_URL. If this is a copy " +
        `of that folder, copy its file ${folder.identity.split("/").at(-1)} as well.`,
    },
  );
}
