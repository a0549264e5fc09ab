import { SvcError } from "@svc/core/error";
import { assertEmbedded } from "../backup/embedded.ts";
import { restore as restoreBackup } from "../backup/restore.ts";
import { type RestoredLog, restoreLog } from "../backup/restore_log.ts";
import { type AdminCommand, textOption } from "../command/command.ts";

/** `restore <backup> [--secret <file>]` */
export const restore: AdminCommand = {
  usage: "<backup> [--secret <file>] [--log-mirror <mirror>] [--log-head <file>]",
  operands: { least: 1, most: 1 },
  options: {
    secret: { value: "<file>", help: "The server's secret, kept apart from the backup" },
    "log-mirror": {
      value: "<mirror>",
      help: "A mirror of the registry's log, which has what the backup lacks; needs SVC_LOG_KEY",
    },
    "log-head": {
      value: "<file>",
      help: "The last head of the log that was served: blobs/log-head of the lost folder",
    },
  },
  summary: "Restore a backup into a new data folder",
  details:
    "SVC_DATA says which folder: it must not exist, or be empty. The whole backup is read and\n" +
    "compared with its checksums before anything is written. Everybody signs in again; personal\n" +
    "keys and tokens stay valid. Without --secret and SVC_SECRET the server creates a new\n" +
    "secret, and OAuth applications get new signing keys.\n" +
    "A registry's log that is restored cannot be told from one that was changed: it begins a new epoch,\n" +
    "which everybody who checks it has to accept, unless --log-mirror has the entries that are missing.",
  async run({ config, operands, options, now }) {
    assertEmbedded(config);
    const [backup] = operands as [string];
    const secretFile = textOption({ options }, "secret");
    const secret = secretFile === undefined ? undefined : await readSecret(secretFile);
    const mirror = textOption({ options }, "log-mirror");
    const last = textOption({ options }, "log-head");
    let log: RestoredLog | undefined;
    const manifest = await restoreBackup({
      backup,
      data: config.data,
      secret,
      keepsSecret: secret !== undefined || config.secret !== "",
      log: async (trx) => {
        log = await restoreLog(trx, { config, now: now(), mirror, head: last });
      },
    });
    return {
      text: [
        `Restored ${config.data} from ${backup} of ${manifest.createdAt}: the database and ` +
        `${manifest.archives.length} archives.`,
        ...manifest.missing.map((checksum) => `missing  archive ${checksum} is not in the backup`),
        ...log === undefined ? [] : log.said,
        "Start the server with this SVC_DATA, then run: npm run admin -- check",
      ].join("\n"),
      json: {
        folder: config.data,
        createdAt: manifest.createdAt,
        archives: manifest.archives.length,
        missing: manifest.missing,
        log: log === undefined ? null : log.json,
      },
      code: manifest.missing.length === 0 ? 0 : 1,
    };
  },
};

async function readSecret(path: string): Promise<string> {
  let text: string;
  try {
    text = (await Deno.readTextFile(path)).trim();
  } catch (cause) {
    throw new SvcError("invalid_argument", `${path} cannot be read`, {
      hint: "Give the file with the server's secret.",
      cause,
    });
  }
  if (text.length >= 32) return text;
  throw new SvcError("invalid_argument", `${path} does not hold a secret of the server`, {
    hint: "It has at least 32 characters: the file 'secret' of the data folder.",
  });
}
