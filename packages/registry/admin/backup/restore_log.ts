import { SvcError } from "@svc/core/error";
import { parseCheckpoint } from "@svc/log/checkpoint";
import { adoptEntries } from "../../features/registry_log/adopt.ts";
import { beginEpoch, type LastHead } from "../../features/registry_log/begin.ts";
import { readHead } from "../../features/registry_log/head.ts";
import { readLogKey } from "../../features/registry_log/key.ts";
import type { Config } from "../../platform/config/mod.ts";
import type { Trx } from "../../platform/store/schema.ts";
import { readMirror } from "./mirror.ts";

/** What a restore did to the log. */
export interface RestoredLog {
  said: readonly string[];
  json: { origin: string; adopted: number; missing: number | null };
}

/** What is known of the log beside the backup. */
interface Beside {
  config: Config;
  now: Date;
  mirror: string | undefined;
  /** A file with the last head that was served. */
  head: string | undefined;
}

/**
 * Carries the log of a restored database on: from a mirror with the same entries and those that the backup
 * lacks, else as a new epoch, as nobody could tell it from one that was changed.
 *
 * @returns undefined where the backup has no log
 */
export async function restoreLog(
  trx: Trx,
  { config, now, mirror, head: path }: Beside,
): Promise<RestoredLog | undefined> {
  const before = await readHead(trx);
  if (before === undefined) return undefined;
  if (mirror !== undefined) {
    if (config.logKey === "") {
      throw new SvcError(
        "usage",
        "--log-mirror needs SVC_LOG_KEY: what it has is compared with that",
      );
    }
    const seed = await readLogKey(config.logKey);
    const adopted = await adoptEntries(trx, readMirror(mirror), seed);
    return {
      said: [`The log goes on with ${adopted} entries of the mirror that the backup lacked.`],
      json: { origin: before.origin, adopted, missing: 0 },
    };
  }
  const last = path === undefined ? undefined : await readLast(path, before.origin);
  const { origin } = await beginEpoch(trx, { reason: "restored", now, last });
  const missing = last === undefined ? null : Math.max(0, last.size - before.size);
  return {
    said: [
      `The log goes on as ${origin}; ${
        missing === null
          ? "how many entries are missing is not known"
          : `${missing} entries are missing`
      }.`,
      "Everybody who checks it accepts that with 'svc trust log --accept <vkey>': tell them why.",
    ],
    json: { origin, adopted: 0, missing },
  };
}

async function readLast(path: string, origin: string): Promise<LastHead> {
  const note = await Deno.readTextFile(path).catch((cause) => {
    throw new SvcError("invalid_argument", `${path} cannot be read`, { cause });
  });
  const head = parseCheckpoint(note.slice(0, note.indexOf("\n\n") + 1));
  if (head.origin === origin) return head;
  throw new SvcError("invalid_argument", `${path} is the head of another log: ${head.origin}`, {
    hint: `The backup has ${origin}.`,
  });
}
