import { isSvcError, messageOf } from "@svc/core/error";
import type { BlobState } from "../../platform/store/blobs/mod.ts";
import type { BesideServer } from "../beside/open.ts";
import type {} from "../../features/extensions/record/staged_tables.ts";
import { sql } from "kysely";
import { isPostgres } from "../../platform/store/engine.ts";
import type { Db } from "../../platform/store/schema.ts";
import { freeBytes } from "../../features/operating/disk.ts";
import { LEAST_FREE } from "../../features/operating/readiness.ts";
import { type DataFolder, type DataFolderOptions, groupMode } from "../../platform/config/mod.ts";
import { checkLog } from "../../features/registry_log/check.ts";
import { assertAhead, readServed } from "../../features/registry_log/guard.ts";
import { readHead } from "../../features/registry_log/head.ts";
import { relyingParty } from "../../access/credential/relying_party.ts";

/** What a check found. */
export interface Finding {
  /** What was checked. */
  check: string;
  status: "ok" | "warning" | "failing";
  message: string;
  /** How to fix it. */
  hint?: string;
}

const DAMAGE: Readonly<Record<BlobState, string | undefined>> = {
  whole: undefined,
  damaged: "holds other bytes than were published",
  missing: "is missing",
};

/**
 * Reads the archive of every version and compares it with its checksum. A store that cannot be used is
 * found as well, and not asked again.
 */
export async function checkArchives(
  { db, blobs }: Pick<BesideServer, "db" | "blobs">,
): Promise<Finding[]> {
  const versions = await db.selectFrom("extension_version")
    .innerJoin("extension", "extension.id", "extension_version.extension_id")
    .select(["extension.name", "version", "checksum"])
    .orderBy("extension.name").orderBy("sort_key").execute();
  const staged = await db.selectFrom("staged_version")
    .select(["extension_name as name", "version", "checksum"]).where("state", "=", "staged")
    .orderBy("extension_name").orderBy("sort_key").execute();
  const rows = [...versions, ...staged];
  const states = new Map<string, BlobState>();
  const findings: Finding[] = [];
  for (const { name, version, checksum } of rows) {
    try {
      if (!states.has(checksum)) states.set(checksum, await blobs.check(checksum));
    } catch (error) {
      if (!isSvcError(error)) throw error;
      const { message, hint } = error;
      return [...findings, { check: "archives", status: "failing", message, ...hint && { hint } }];
    }
    const damage = DAMAGE[states.get(checksum)!];
    if (damage === undefined) continue;
    findings.push({
      check: "archives",
      status: "failing",
      message: `${name}@${version}: its archive ${checksum} ${damage}`,
      hint: "Run: npm run admin -- verify --repair --from <backup>",
    });
  }
  if (findings.length > 0) return findings;
  return [{
    check: "archives",
    status: "ok",
    message: `${states.size} archives of ${rows.length} versions are as published`,
  }];
}

const RESTORE = "Restore the last backup into a new folder.";

/** Reads every page and index of the database, and every reference from one table to another. */
export async function checkDatabase(db: Db): Promise<Finding[]> {
  if (isPostgres(db)) {
    const message = "Postgres answers; it keeps references itself, and pg_amcheck reads its pages";
    return [{ check: "database", status: "ok", message }];
  }
  const integrity = await rowsOf(db, "integrity_check");
  const said = integrity.map((row) => String(Object.values(row)[0]));
  const whole = said.length === 1 && said[0] === "ok";
  const broken = await rowsOf(db, "foreign_key_check");
  const tables = [...new Set(broken.map((row) => String(row.table)))];
  return [
    whole
      ? { check: "database", status: "ok", message: "every page and index is whole" }
      : { check: "database", status: "failing", message: said.join("; "), hint: RESTORE },
    broken.length === 0
      ? { check: "references", status: "ok", message: "all references are valid" }
      : {
        check: "references",
        status: "failing",
        message: `${broken.length} rows refer to missing rows, in ${tables.join(", ")}`,
        hint: RESTORE,
      },
  ];
}

async function rowsOf(db: Db, pragma: string) {
  return (await sql<Record<string, unknown>>`pragma ${sql.raw(pragma)}`.execute(db)).rows;
}

/** Checks who may read the data folder, and how much room its disk has. */
export async function checkFolder(
  folder: DataFolder,
  options: DataFolderOptions,
): Promise<Finding[]> {
  return [...await checkModes(folder, options), await checkRoom(folder)];
}

async function checkModes(folder: DataFolder, options: DataFolderOptions): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const path of [folder.root, folder.blobs, folder.uploads, folder.database, folder.secret]) {
    let mode: number | null;
    try {
      ({ mode } = await Deno.stat(path));
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) continue;
      throw error;
    }
    const allowed = groupMode(folder, path, options);
    if (mode === null || (mode & 0o077 & ~allowed) === 0) continue;
    findings.push({
      check: "modes",
      status: "failing",
      message: `${path} can be read by other users (${(mode & 0o777).toString(8)})`,
      hint: `Run: chmod ${allowed === 0 ? "go=" : "g=x,o="} ${path}`,
    });
  }
  if (findings.length > 0) return findings;
  return [{ check: "modes", status: "ok", message: "only the owner can read the data folder" }];
}

async function checkRoom(folder: DataFolder): Promise<Finding> {
  const free = await freeBytes(folder.root);
  const message = `${Math.floor(free / 2 ** 20)} MiB are free`;
  return free >= LEAST_FREE ? { check: "disk", status: "ok", message } : {
    check: "disk",
    status: "failing",
    message,
    hint: `Free space: publishing needs up to ${LEAST_FREE / 2 ** 20} MiB.`,
  };
}

/** Compares the registry's log with itself, and with what was served of it; nothing where there is none. */
export async function checkRegistryLog(
  { db, mark }: Pick<BesideServer, "db" | "mark">,
): Promise<Finding[]> {
  const { head, wrong } = await checkLog(db);
  if (head === undefined) return [];
  if (wrong !== undefined) {
    return [{
      check: "log",
      status: "failing",
      message: wrong,
      hint: "The database is damaged or was changed by hand. Restore a backup, and take what it " +
        "lacks from a mirror: npm run admin -- log adopt <mirror>",
    }];
  }
  try {
    const served = await readServed(mark);
    // Read after that: a running server commits a larger head before it notes it.
    assertAhead(served?.head, await readHead(db) ?? head);
  } catch (error) {
    return [{
      check: "log",
      status: "failing",
      message: messageOf(error),
      hint: "Take what is missing from a mirror: npm run admin -- log adopt <mirror>",
    }];
  }
  return [{
    check: "log",
    status: "ok",
    message: `${head.size} entries of ${head.origin} are whole`,
  }];
}

/**
 * Looks for passkeys of another host than the registry's: browsers do not use them any more, and their
 * people sign in with a recovery code.
 */
export async function checkPasskeys(
  { db }: Pick<BesideServer, "db">,
  baseUrl: string,
): Promise<Finding> {
  const host = relyingParty(baseUrl)?.id;
  let query = db.selectFrom("passkey").select("rp_id")
    .select(({ fn }) => fn.countAll<number>().as("passkeys")).groupBy("rp_id").orderBy("rp_id");
  if (host !== undefined) query = query.where("rp_id", "!=", host);
  const others = await query.execute();
  const count = others.reduce((sum, { passkeys }) => sum + Number(passkeys), 0);
  if (count === 0) return { check: "passkeys", status: "ok", message: "all are for this host" };
  return {
    check: "passkeys",
    status: "warning",
    message:
      `${count} of ${others.map(({ rp_id }) => rp_id).join(", ")} ${
        count === 1 ? "does" : "do"
      } not work ` +
      `at ${baseUrl}`,
    hint:
      "Set SVC_BASE_URL back, or have their people sign in with a recovery code and add new ones.",
  };
}

/** Compares what the search index is made from with the extensions it finds. */
export async function checkSearch({ db }: Pick<BesideServer, "db">): Promise<Finding[]> {
  const { rows } = await sql<{ absent: number; extra: number }>`select
    (select count(*) from extension e where e.record_version_id is not null and not exists
      (select 1 from search_entry s where s.number = e.number)) as absent,
    (select count(*) from search_entry s where not exists
      (select 1 from extension e where e.number = s.number)) as extra`.execute(db);
  const { absent, extra } = rows[0]!;
  if (absent + extra === 0) {
    return [{ check: "search", status: "ok", message: "the index has every extension" }];
  }
  return [{
    check: "search",
    status: "failing",
    message: `${absent} extensions are not in the index, ${extra} entries have no extension`,
    hint: "Run: npm run admin -- reindex",
  }];
}
