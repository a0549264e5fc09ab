import { SvcError } from "@svc/core/error";
import type { Kysely } from "kysely";
import type { Schema } from "../../../access/store/schema.ts";
import type {} from "../record/tables.ts";

/** Refusal of a version that is published with other bytes. */
export function versionExists(name: string, version: string): SvcError {
  return new SvcError("version_exists", `${name}@${version} is already published`, {
    hint: "A published version never changes; raise the version in the manifest and push again.",
  });
}

/** Refusal of a push to an extension that was yanked as a whole. */
export function extensionYanked(name: string, reason: string | null): SvcError {
  return new SvcError(
    "extension_yanked",
    `${name} was yanked${reason ? `: ${reason}` : ""}`,
    { hint: `Unyank it first: svc extension unyank ${name}` },
  );
}

/** What is stored under a name and version already. */
export async function findPublished(db: Kysely<Schema>, name: string, version: string) {
  return await db.selectFrom("extension")
    .leftJoin(
      "extension_version as version",
      (join) =>
        join.onRef("version.extension_id", "=", "extension.id").on("version.version", "=", version),
    )
    .where("extension.name", "=", name)
    .select([
      "extension.id",
      "extension.yanked_at",
      "extension.yank_reason",
      "version.checksum",
    ])
    .executeTakeFirst();
}
