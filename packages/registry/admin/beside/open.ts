import { SvcError } from "@svc/core/error";
import { sql } from "kysely";
import { createOutbox, type Outbox } from "../../features/mail/outbox.ts";
import { MIGRATIONS } from "../../migrations.ts";
import { type Config, type DataFolder, dataFolder } from "../../platform/config/mod.ts";
import { openStore } from "../../platform/services/open_store.ts";
import type { Store } from "../../platform/services/platform.ts";
import { storeFailure } from "../../platform/store/damage.ts";
import { assertWhole } from "../../platform/store/half_moved.ts";
import { assertIntact } from "../../platform/store/intact.ts";

/** A store that is opened beside the server, which may be in progress on it. */
export interface BesideServer extends Store, AsyncDisposable {
  /** Mails that the server sends: they wait in its queue of jobs. */
  outbox: Outbox;
  config: Config;
  folder: DataFolder;
}

/**
 * Opens the store of a data folder without claiming it: the server may be running. It sees what is
 * changed within a second.
 *
 * @throws SvcError `not_found` without a database; `conflict` when it is of another release;
 *   `unavailable` when it is damaged
 */
export async function openBeside(config: Config): Promise<BesideServer> {
  const folder = dataFolder(config.data);
  if (config.databaseUrl === "") {
    await assertDatabase(folder);
    await assertIntact(folder);
  }
  try {
    const store = await openStore(config, folder);
    try {
      await assertWhole(store.db);
      await assertSchema(store);
    } catch (error) {
      await store.db.destroy();
      throw error;
    }
    return {
      ...store,
      outbox: createOutbox({
        configured: config.smtpUrl !== "",
        jobs: store.jobs,
        now: () => new Date(),
      }),
      config,
      folder,
      [Symbol.asyncDispose]: () => store.db.destroy(),
    };
  } catch (error) {
    throw storeFailure(error, folder.database) ?? error;
  }
}

async function assertDatabase(folder: DataFolder): Promise<void> {
  try {
    if ((await Deno.stat(folder.database)).size > 0) return;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  throw new SvcError("not_found", `There is no database in ${folder.root}`, {
    hint: "Set SVC_DATA to the server's data folder, as the server has it.",
  });
}

async function assertSchema({ db }: Store): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
    .catch((error) => {
      if (/no such table|relation "kysely_migration" does not exist/.test(String(error))) {
        return { rows: [] };
      }
      throw error;
    });
  const ran = new Set(rows.map(({ name }) => name));
  if (Object.keys(MIGRATIONS).some((name) => !ran.has(name))) {
    throw new SvcError("conflict", "The database is from an older release", {
      hint: "Start the server of this release once; it upgrades the database.",
    });
  }
  const newer = [...ran].filter((name) => !Object.hasOwn(MIGRATIONS, name));
  if (newer.length > 0) {
    throw new SvcError("conflict", "The database is from a newer release", {
      hint: "Use the release that the server runs.",
    });
  }
}
