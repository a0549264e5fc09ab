import type { ColumnType, Kysely } from "kysely";
import { createHash } from "node:crypto";
import type { Services } from "../../access/services.ts";
import type { Schema } from "../../platform/store/schema.ts";
import type { ClientPackage } from "./client_package.ts";
import { installScript } from "./script.ts";

type Fixed<Type> = ColumnType<Type, Type, never>;

/** Install scripts and packages of the client that were offered once, so that who pinned one still gets it. */
interface ClientFileTable {
  /** SHA-256 in hexadecimal digits. */
  checksum: Fixed<string>;
  /** Base64. */
  content: Fixed<string>;
  /** ISO 8601 UTC. */
  kept_at: Fixed<string>;
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
  const { files } = offeredFiles(services, clientPackage);
  const known = await db.selectFrom("client_file").select("checksum")
    .where("checksum", "in", [...files.keys()]).execute();
  for (const { checksum } of known) files.delete(checksum);
  for (const [checksum, bytes] of files) {
    const row = { checksum, content: bytes.toBase64(), kept_at: now().toISOString() };
    await db.insertInto("client_file").values(row)
      .onConflict((conflict) => conflict.column("checksum").doNothing()).execute();
  }
}

/** A file that was offered once; undefined for any other. */
export async function storedFile(
  db: Kysely<Schema>,
  checksum: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const row = await db.selectFrom("client_file").select("content")
    .where("checksum", "=", checksum).executeTakeFirst();
  return row && Uint8Array.fromBase64(row.content);
}
