import type { DataVerification, VerificationOutcome, VerificationStep } from "@svc/core/answer";
import { getData } from "../../data/query.ts";
import type { Repository } from "../../repository/repository.ts";
import { verifyExtension } from "./extension.ts";
import { verifyRecord, writerOf } from "./record.ts";
import { type Found, unknown, type Written } from "./step.ts";
import { listConsents } from "../../consent/store.ts";
import { isRecord, parsedJson } from "@svc/core/json";
import { relativeInside } from "../../base/files/path.ts";
import { lockfilePath } from "../../consent/installed/lockfile_path.ts";
import { fileAt } from "../../repository/commit/commit.ts";

/** Steps that follow what the record of the run says. */
const BEHIND_RECORD = {
  extension: verifyExtension,
  consent: verifyConsent,
  commit: verifyCommit,
} as const;

/**
 * Walks back from a version of data to the run that wrote it, the extension that ran, whose consent it was
 * and the commit of the repository. What cannot be checked has not passed.
 *
 * @throws SvcError `definition_not_found`, `data_not_found`
 */
export async function verifyData(
  repository: Repository,
  behavior: string,
  name: string,
  { version }: { version?: number | undefined } = {},
): Promise<DataVerification> {
  const item = await getData(repository, behavior, name, { version, content: false });
  const writer = await writerOf(repository, item);
  const origin = writer?.run.origin ?? {};
  // Loaded last: it takes what Deno needs milliseconds for.
  const { verifyContent } = await import("./content.ts");
  const steps: VerificationStep[] = [
    { name: "content", ...await verifyContent(repository, item) },
    { name: "record", ...await verifyRecord(repository, item, writer) },
  ];
  for (const [name, verify] of Object.entries(BEHIND_RECORD)) {
    const found = writer === undefined
      ? unknown("No record says")
      : await verify({ repository, item, run: writer.run, origin });
    steps.push({ name: name as keyof typeof BEHIND_RECORD, ...found });
  }
  const isReport = writer?.run.artifacts.reports?.includes(writer.artifact);
  for (const { does, ...code } of origin.others ?? []) {
    // What reports on a run has no part in what the method wrote.
    if (does === "report" && !isReport) continue;
    const ran = { repository, item, run: writer!.run, origin: code };
    const found = [await verifyExtension(ran), await verifyConsent(ran)];
    const outcome = worstOf(found);
    const said = found.filter((one) => one.outcome === outcome).map(({ message }) => message);
    steps.push({ name: does, outcome, message: said.join("; ") });
  }
  const { modelId, modelName, modelType } = item;
  return {
    modelId,
    modelName,
    modelType,
    dataName: item.name,
    dataId: item.id,
    version: item.version,
    outcome: worstOf(steps),
    runId: writer?.run.id ?? null,
    origin,
    steps,
  };
}

/** Nothing has passed of which something failed or could not be checked. */
function worstOf(found: readonly Found[]): VerificationOutcome {
  const is = (outcome: VerificationOutcome) => found.some((one) => one.outcome === outcome);
  return is("failed") ? "failed" : is("notChecked") ? "notChecked" : "passed";
}

/** Compares the consent that the record names with those that this person has given here. */
async function verifyConsent({ repository, origin }: Written): Promise<Found> {
  const { extension, consent } = origin;
  if (extension === undefined) return unknown("The record does not say whose code ran");
  if (consent === undefined) {
    return extension.from === "pulled"
      ? unknown("The record does not say who agreed")
      : { outcome: "passed", message: "No consent was needed" };
  }
  const { name, checksum } = extension;
  const kept = extension.from === "pulled" ? [name] : [name, `type:${name}`, `graft:${name}`];
  const given = (await Promise.all(kept.map((one) => listConsents(repository, one)))).flat()
    .find(({ grantedAt, content }) => grantedAt === consent.at && content?.checksum === checksum);
  if (given === undefined) {
    return unknown(
      `Your configuration has no consent of ${consent.at}: it was given elsewhere, or changed since`,
    );
  }
  const said = consent.by ?? "somebody";
  if (given.by !== consent.by) {
    return {
      outcome: "failed",
      message: `${given.by ?? "Somebody"} agreed to run it, and the record says ${said}`,
    };
  }
  return given.by === undefined
    ? unknown(`The consent of ${consent.at} does not say who gave it`)
    : { outcome: "passed", message: `${said} agreed at ${consent.at}` };
}

/** Whether the repository has the commit, and its lockfile there names what ran. */
async function verifyCommit({ repository, origin }: Written): Promise<Found> {
  const { commit, extension } = origin;
  if (commit === undefined) return unknown("The record names no commit");
  const { id, dirty } = commit;
  const path = relativeInside(repository.root, await lockfilePath(repository));
  const lockfile = path === undefined ? "unknown" : await fileAt(repository, id, path);
  if (lockfile === "unknown") return unknown(`git does not tell about the commit ${id}`);
  if (lockfile === "noCommit") {
    return { outcome: "failed", message: `The repository has no commit ${id}` };
  }
  const pulled = extension?.from === "pulled" ? extension : undefined;
  const named = pulled && lockfile !== "absent" ? entryIn(lockfile.text, pulled.name) : undefined;
  // What was not committed yet may have been pulled.
  if (dirty === false && named !== undefined && named["checksum"] !== pulled!.checksum) {
    return {
      outcome: "failed",
      message: `The lockfile of commit ${id} names another archive of ${pulled!.name}`,
    };
  }
  if (dirty !== false) {
    return unknown(
      dirty
        ? `There were changes that are not in commit ${id}`
        : `Whether there were changes that are not in commit ${id} is not known`,
    );
  }
  if (pulled === undefined) return { outcome: "passed", message: `It ran at commit ${id}` };
  return named === undefined
    ? unknown(`The lockfile of commit ${id} does not name ${pulled.name}`)
    : {
      outcome: "passed",
      message: `It ran at commit ${id}, whose lockfile names ${pulled.name} with that SHA-256`,
    };
}

function entryIn(text: string, name: string): Record<string, unknown> | undefined {
  const lockfile = parsedJson(text);
  const entry = isRecord(lockfile) && Object.hasOwn(lockfile, name) ? lockfile[name] : undefined;
  return isRecord(entry) ? entry : undefined;
}
