import { SvcError } from "@svc/core/error";
import type { Verification } from "@svc/scorecard/verification";
import type { Services } from "../../../access/services.ts";
import { assess, type Assessment } from "./assess.ts";
import { applyVerification, verifyIfDue } from "./verification.ts";
import type {} from "../record/tables.ts";

/** What a fresh analysis of a version found. */
export interface Rescore {
  assessment: Assessment;
  /** A fresh answer about the repository, or undefined when the stored one stands. */
  verification: Verification | undefined;
}

/**
 * Analyses a published version again, audits its dependencies and, when due, asks about its
 * repository; stores the result. The scorecard composed next shows it.
 *
 * @throws SvcError `unavailable` when the archive cannot be read from the store
 */
export async function rescoreVersion(services: Services, versionId: string): Promise<Rescore> {
  const { db } = services;
  const version = await db.selectFrom("extension_version")
    .innerJoin("extension", "extension.id", "extension_version.extension_id")
    .where("extension_version.id", "=", versionId)
    .select([
      "extension.id as extensionId",
      "extension.repository",
      "extension.verification",
      "extension_version.checksum",
    ])
    .select("extension.name")
    .executeTakeFirst();
  if (!version) throw new SvcError("not_found", "There is no such version");
  const [assessment, verification] = await Promise.all([
    assessStored(services, version.checksum),
    verifyIfDue(services, version),
  ]);
  const changed = await db.transaction().execute(async (trx) => {
    await trx.updateTable("extension_version").set({
      rubric_version: assessment.facts.rubricVersion,
      facts: JSON.stringify(assessment.facts),
      trust: JSON.stringify(assessment.trust),
    }).where("id", "=", versionId).execute();
    return verification ? await applyVerification(trx, version.extensionId, verification) : [];
  });
  for (const name of new Set([version.name, ...changed])) {
    services.events.emit("extension.changed", { extensionId: version.extensionId, name });
  }
  return { assessment, verification };
}

/** Analyses an archive of the blob store, from a copy that the analyst can read wherever blobs are. */
async function assessStored(services: Services, checksum: string): Promise<Assessment> {
  const bytes = await services.blobs.readAll(checksum);
  if (!bytes) throw new SvcError("unavailable", "The archive of this version is not in the store");
  const path = `${services.folder.uploads}/${crypto.randomUUID()}`;
  try {
    await Deno.writeFile(path, bytes, { createNew: true, mode: 0o600 });
    return await assess(services, await services.analyst.open(path));
  } finally {
    await Deno.remove(path).catch(() => undefined);
  }
}
