import { isSvcError, SvcError } from "@svc/core/error";
import { claimDataFolder, dataFolder } from "../../platform/config/mod.ts";
import { openS3, readS3Url } from "../../platform/store/blobs/s3/mod.ts";
import { isPostgresUrl } from "../../platform/store/postgres/address.ts";
import { type BesideServer, openBeside } from "../beside/open.ts";
import { type AdminCall, type AdminCommand, textOption } from "../command/command.ts";
import { moveArchives, type MovedArchives } from "../move/archives.ts";
import { moveDatabase, type MovedDatabase } from "../move/database.ts";

/** Connections to Postgres: one thing is done after the other. */
const CONNECTIONS = 2;

/** `move --to-database <url> --to-blobs <url>` */
export const move: AdminCommand = {
  usage: "[--to-database <url>] [--to-blobs <url>]",
  options: {
    "to-database": { value: "<url>", help: "Copy svc.db to this empty database of Postgres" },
    "to-blobs": { value: "<url>", help: "Copy all archives to this bucket (s3://…)" },
  },
  summary: "Copy a registry to Postgres, and its archives to a bucket",
  details:
    "The URLs are those of SVC_DATABASE_URL and SVC_BLOBS_URL. Other users of this machine can see\n" +
    "them while the command runs: leave passwords out, and set PGPASSWORD, AWS_ACCESS_KEY_ID and\n" +
    "AWS_SECRET_ACCESS_KEY, or let a role sign for the bucket. Stop the server first. Every row and\n" +
    "every archive is compared with what was read. The data folder stays as it is. A move that was\n" +
    "ended goes on when it is run again.",
  async run(call) {
    const { config, say } = call;
    const targets = readTargets(call);
    using _claim = await claimDataFolder(dataFolder(config.data));
    await using store = await openBeside(config);
    // The database last: from then on a server can be started with it.
    const archives = targets.bucket && await toBucket(store, targets.bucket, say);
    const database = targets.database && await toDatabase(store, targets.database, say);
    return {
      text: [
        ...database ? [`Moved ${database.rows} rows of ${database.tables} tables.`] : [],
        ...archives ? [`Moved ${archives.archives} archives to ${targets.bucket!.shown}.`] : [],
        ...(archives?.missing ?? []).map((checksum) =>
          `missing  archive ${checksum} is not whole in the data folder`
        ),
        "Start the server with",
        ...database
          ? [
            "  SVC_DATABASE_URL=<the URL of --to-database, with its password>",
            `  SVC_SECRET=${
              config.secret === "" ? `<the text of ${config.data}/secret>` : "<as now>"
            }`,
          ]
          : [],
        ...archives ? ["  SVC_BLOBS_URL=<the URL of --to-blobs, with its key>"] : [],
        `and its other settings. ${config.data} still holds what was moved; remove that when the ` +
        "server runs.",
      ].join("\n"),
      json: { database: database ?? null, archives: archives ?? null },
      code: (archives?.missing.length ?? 0) === 0 ? 0 : 1,
    };
  },
};

interface Targets {
  database: string | undefined;
  bucket: Parameters<typeof openS3>[0]["target"] | undefined;
}

function readTargets({ config, options, environment }: AdminCall): Targets {
  const database = textOption({ options }, "to-database");
  const blobs = textOption({ options }, "to-blobs");
  if (database === undefined && blobs === undefined) {
    throw new SvcError("usage", "'move' needs --to-database, --to-blobs or both", {
      hint: "See: npm run admin -- move --help",
    });
  }
  if (database !== undefined && !isPostgresUrl(database)) {
    throw new SvcError("usage", "--to-database is not the URL of a database of Postgres", {
      hint: "Write it like SVC_DATABASE_URL: postgres://user@host/database",
    });
  }
  if (database !== undefined && config.databaseUrl !== "") {
    throw new SvcError("usage", "SVC_DATABASE_URL is set: the tables are in Postgres already", {
      hint: "Unset it to move svc.db of the data folder. pg_dump moves from Postgres to Postgres.",
    });
  }
  const read = blobs === undefined ? undefined : readS3Url(blobs, environment);
  if (read && "problem" in read) {
    throw new SvcError("usage", `--to-blobs ${read.problem}`, {
      hint: "Write it like SVC_BLOBS_URL.",
    });
  }
  return { database, bucket: read?.target };
}

async function toDatabase(
  { db }: BesideServer,
  url: string,
  say: AdminCall["say"],
): Promise<MovedDatabase> {
  // Loaded only where it is used, as in the server.
  const { openPostgres } = await import("../../platform/store/postgres/open.ts");
  const { postgresFailure } = await import("../../platform/store/postgres/failure.ts");
  try {
    await using target = await openPostgres(url, { connections: CONNECTIONS });
    return await moveDatabase(db, target, say);
  } catch (error) {
    throw ofTarget(postgresFailure(error) ?? error);
  }
}

/** A failure of Postgres speaks of the setting that names it; here an option does. */
function ofTarget(error: unknown): unknown {
  if (!isSvcError(error)) return error;
  const renamed = (text: string) => text.replaceAll("SVC_DATABASE_URL", "--to-database");
  const { code, message, hint, cause } = error;
  return new SvcError(code, renamed(message), { hint: hint && renamed(hint), cause });
}

async function toBucket(
  { db, blobs, folder }: BesideServer,
  target: NonNullable<Targets["bucket"]>,
  say: AdminCall["say"],
): Promise<MovedArchives> {
  const { blobs: bucket } = openS3({ target, proxied: true, scratch: folder.uploads });
  await bucket.probe();
  return await moveArchives(db, blobs, bucket, say);
}
