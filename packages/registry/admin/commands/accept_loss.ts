import { isSvcError, SvcError } from "@svc/core/error";
import { claimDataFolder, type DataFolder, dataFolder } from "../../platform/config/mod.ts";
import { countOf, readAcknowledged, sizeOf, writeMark } from "../../platform/store/acknowledged.ts";
import { assertLog, damaged } from "../../platform/store/damage.ts";
import { openSqlite } from "../../platform/store/sqlite.ts";
import { checkDatabase } from "../check/check.ts";
import type { AdminCommand } from "../command/command.ts";

/** `accept-loss`: the way out when the database has lost commits and no backup is better. */
export const acceptLoss: AdminCommand = {
  summary: "Accept a database that has lost commits",
  details:
    "A server refuses a database that has fewer commits than it acknowledged: people were told that\n" +
    "something was saved that is now missing. Restore a backup if it is newer than what is\n" +
    "left. Otherwise this command checks the database and accepts it as it is. Copy the data folder\n" +
    "first. Archives whose version was lost are named by: npm run admin -- verify",
  async run({ config }) {
    if (config.databaseUrl !== "") throw onPostgres();
    const folder = dataFolder(config.data);
    assertThere(folder);
    using _claim = await claimDataFolder(folder);
    await assertLog(folder.database);
    const { acknowledged, commits } = standing(folder);
    if (acknowledged !== undefined && commits >= acknowledged) {
      throw nothingLost();
    }
    await assertSound(folder);
    writeMark(folder.acknowledged, commits);
    const lost = acknowledged === undefined ? undefined : acknowledged - commits;
    return {
      text: [
        lost === undefined
          ? `Accepted: the database has ${commits} commits; how many there were is not known.`
          : `Accepted: ${lost} of ${acknowledged} commits are lost.`,
        "The server starts again. Check what is left of them: npm run admin -- verify",
      ].join("\n"),
      json: { commits, acknowledged: acknowledged ?? null, lost: lost ?? null },
    };
  },
};

function onPostgres(): SvcError {
  return new SvcError("conflict", "This command does not work with Postgres", {
    hint: "Servers use Postgres as it is. What a failover lost is only on the old primary.",
  });
}

function nothingLost(): SvcError {
  return new SvcError("conflict", "The database has lost nothing", {
    hint: "Nothing to accept.",
  });
}

function assertThere(folder: DataFolder): void {
  if (sizeOf(folder.database) > 0) return;
  throw new SvcError("not_found", `There is no database in ${folder.root}`, {
    hint: "Restore the last backup into a new folder: " +
      "SVC_DATA=<new folder> npm run admin -- restore <backup>",
  });
}

/** As `readStanding`, and without what was acknowledged when the record of that is damaged. */
function standing({ database, acknowledged }: DataFolder) {
  try {
    return readAcknowledged(database, acknowledged);
  } catch (error) {
    if (!isSvcError(error)) throw error;
    return { acknowledged: undefined, commits: countOf(database) };
  }
}

async function assertSound({ database }: DataFolder): Promise<void> {
  const db = openSqlite(database, { readOnly: true });
  try {
    const failing = (await checkDatabase(db)).find(({ status }) => status === "failing");
    if (failing === undefined) return;
    throw damaged(database, failing.message);
  } finally {
    await db.destroy();
  }
}
