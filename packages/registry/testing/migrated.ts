import { MIGRATIONS } from "../migrations.ts";
import { migrate } from "../platform/store/migrate.ts";
import { openSqlite } from "../platform/store/sqlite.ts";

let made: Promise<Uint8Array> | undefined;

/**
 * Puts an empty database at `path` that has its tables. Each start would make the same, in most of the
 * time that it takes, so it is made once and written again for each.
 */
export async function layMigrated(path: string): Promise<void> {
  made ??= migrated();
  await Deno.writeFile(path, await made, { mode: 0o600 });
}

async function migrated(): Promise<Uint8Array> {
  const folder = await Deno.makeTempDir({ prefix: "svc-migrated-" });
  try {
    const db = openSqlite(`${folder}/svc.db`);
    await migrate(db, MIGRATIONS);
    await db.destroy();
    return await Deno.readFile(`${folder}/svc.db`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
