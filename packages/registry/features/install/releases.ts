import { SvcError } from "@svc/core/error";
import type { ColumnType } from "kysely";
import { createHash } from "node:crypto";
import { restricted } from "../../access/extension/restriction.ts";
import type { Services } from "../../access/services.ts";
import type { Db, Fixed } from "../../platform/store/schema.ts";
import type { ClientPackage } from "./client_package.ts";
import { installScript } from "./script.ts";

/** Install scripts and packages of the client that were offered once, so that who pinned one still gets it. */
interface ClientFileTable {
  /** SHA-256 in hexadecimal digits. */
  checksum: Fixed<string>;
  /** Base64. */
  content: Fixed<string>;
  /** ISO 8601 UTC. */
  kept_at: Fixed<string>;
  /** Of a script, the release that it installs and the checksum of its package; null for a package. */
  version: Fixed<string | null>;
  package: Fixed<string | null>;
  /** ISO 8601 UTC; null for what may be had. */
  taken_down_at: ColumnType<string | null, never, string | null>;
  takedown_reason: ColumnType<string | null, never, string | null>;
}

declare module "../../platform/store/schema.ts" {
  interface Schema {
    client_file: ClientFileTable;
  }
}

/** The install script and the package that are offered now, by their checksums. */
export function offeredFiles(
  { config }: Pick<Services, "config">,
  { facts, bytes }: ClientPackage,
): { script: string; files: Map<string, Uint8Array<ArrayBuffer>> } {
  const text = new TextEncoder().encode(installScript(config.baseUrl, facts));
  const script = createHash("sha256").update(text).digest("hex");
  return { script, files: new Map([[script, text], [facts.sha256, bytes]]) };
}

/** Keeps what is offered now for those who will have pinned it when another release is offered. */
export async function storeRelease(
  services: Pick<Services, "config" | "db" | "clientPackage" | "now">,
): Promise<void> {
  const { db, clientPackage, now } = services;
  if (clientPackage === undefined) return;
  const { script, files } = offeredFiles(services, clientPackage);
  const known = await db.selectFrom("client_file").select("checksum")
    .where("checksum", "in", [...files.keys()]).execute();
  for (const { checksum } of known) files.delete(checksum);
  for (const [checksum, bytes] of files) {
    const { version, sha256 } = clientPackage.facts;
    const installs = checksum === script
      ? { version, package: sha256 }
      : { version: null, package: null };
    const row = { checksum, content: bytes.toBase64(), kept_at: now().toISOString() };
    await db.insertInto("client_file").values({ ...row, ...installs })
      .onConflict((conflict) => conflict.column("checksum").doNothing()).execute();
  }
}

/** A file that was offered once; undefined for any other. */
export async function storedFile(
  db: Db,
  checksum: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const row = await db.selectFrom("client_file").select("content")
    .where("checksum", "=", checksum).executeTakeFirst();
  return row && Uint8Array.fromBase64(row.content);
}

/** @throws SvcError `taken_down` for a file that the operator keeps people from, with the reason */
export async function assertHad(db: Db, checksum: string): Promise<void> {
  const row = await db.selectFrom("client_file").select(["taken_down_at", "takedown_reason"])
    .where("checksum", "=", checksum).where("taken_down_at", "is not", null).executeTakeFirst();
  if (row === undefined) return;
  throw restricted("This release of svc", {
    ...row,
    takedown_kind: null,
    takedown_category: null,
    takedown_by: null,
  });
}

/** A release that was offered once. */
export interface KeptRelease {
  version: string;
  /** Checksum of the script, which CI files pin. */
  script: string;
  /** Checksum of the package that the script installs. */
  package: string;
  keptAt: string;
  takenDownAt: string | null;
  reason: string | null;
}

/** Every release that was offered once, the first one first. */
export async function listReleases(db: Db): Promise<KeptRelease[]> {
  return await db.selectFrom("client_file")
    .select(["checksum as script", "version", "package", "kept_at as keptAt"])
    .select(["taken_down_at as takenDownAt", "takedown_reason as reason"])
    .where("version", "is not", null).where("package", "is not", null)
    .orderBy("kept_at").orderBy("checksum").$narrowType<{ version: string; package: string }>()
    .execute();
}

/**
 * Keeps people from a release that was offered once, script and package, or lets them have it again.
 *
 * @param checksum of its script
 * @throws SvcError `not_found`
 */
export async function decideRelease(
  db: Db,
  checksum: string,
  takedown: { at: Date; reason: string } | undefined,
): Promise<KeptRelease> {
  const release = (await listReleases(db)).find(({ script }) => script === checksum);
  if (release === undefined) {
    throw new SvcError("not_found", `No release was offered with the install script ${checksum}`, {
      hint: "List them: npm run admin -- releases",
    });
  }
  const set = {
    taken_down_at: takedown?.at.toISOString() ?? null,
    takedown_reason: takedown?.reason ?? null,
  };
  await db.updateTable("client_file").set(set)
    .where("checksum", "in", [release.script, release.package]).execute();
  return { ...release, takenDownAt: set.taken_down_at, reason: set.takedown_reason };
}
