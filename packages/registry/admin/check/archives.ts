import { isSvcError } from "@svc/core/error";
import type { BlobState } from "../../platform/store/blobs/mod.ts";
import type { BesideServer } from "../beside/open.ts";
import type { Finding } from "./finding.ts";
import type {} from "../../features/extensions/record/staged_tables.ts";
import type {} from "../../features/extensions/record/tables.ts";

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
