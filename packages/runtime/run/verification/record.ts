import type { DataItem, RunArtifact } from "@svc/core/answer";
import { readTextIfPresent } from "../../base/files/read.ts";
import { readMetadataFile } from "../../data/store/metadata.ts";
import { ownPath } from "../../repository/links.ts";
import type { Repository } from "../../repository/repository.ts";
import { parseRunRecord, type RunRecord } from "../history/record.ts";
import { recordFiles } from "../history/runs.ts";
import { checkSeal } from "../record/seal.ts";
import { type Found, unknown } from "./step.ts";

/** The record that says it wrote a version, and its text. */
interface Writer {
  run: RunRecord;
  text: string;
  /** What it says of the version. */
  artifact: RunArtifact;
}

/** The run whose record names a version of data: of renamed data, the version that had its content first. */
export async function writerOf(
  repository: Repository,
  { id, copyOf = id, modelId }: DataItem,
): Promise<Writer | undefined> {
  for (const { base, type } of await recordFiles(repository, modelId)) {
    const text = await readTextIfPresent(ownPath(repository.root, `${base}.yaml`));
    // Most are of other versions: their text tells without being parsed.
    if (!text?.includes(copyOf)) continue;
    const run = await parseRunRecord(text, { type, logFile: `${base}.log` });
    if (run?.definitionId !== modelId) continue;
    const { dataArtifacts, reports = [] } = run.artifacts;
    const artifact = [...dataArtifacts, ...reports].find(({ dataId }) => dataId === copyOf);
    if (artifact !== undefined) return { run, text, artifact };
  }
  return undefined;
}

/** Whether the record is as svc wrote it, and means this content in this place. */
export async function verifyRecord(
  repository: Repository,
  item: DataItem,
  writer: Writer | undefined,
): Promise<Found> {
  if (writer === undefined) return unknown(withoutWriter(item));
  const { run, text, artifact } = writer;
  if (artifact.checksum !== undefined && artifact.checksum !== item.checksum) {
    return {
      outcome: "failed",
      message: `Run ${run.id} wrote other content: its SHA-256 was ${artifact.checksum}`,
    };
  }
  const moved = item.copyOf === undefined && await movedFrom(repository, item, artifact);
  if (moved) return moved;
  switch (await checkSeal(repository, text)) {
    case "changed":
      return { outcome: "failed", message: `The record of run ${run.id} was changed since` };
    case "unknown":
      return unknown(
        `The record of run ${run.id} has no seal of yours on this machine: it was made elsewhere, or ` +
          "by an earlier version",
      );
    case "whole": {
      if (artifact.checksum === undefined) {
        return unknown(`The record of run ${run.id} does not say what content it wrote`);
      }
      const { name, version } = artifact;
      const as = item.copyOf === undefined ? "it" : `it as version ${version} of ${name}`;
      return {
        outcome: "passed",
        message: `Run ${run.id} wrote ${as}, and its record is unchanged`,
      };
    }
  }
}

/** What is wrong with the place of data that nobody renamed; undefined for nothing. */
async function movedFrom(
  { root }: Repository,
  { name, version, tags, contentPath }: DataItem,
  written: RunArtifact,
): Promise<Found | undefined> {
  // Sharing data between machines gives versions other numbers, and says the first.
  const isRenumbered = tags["renumberedFrom"] !== undefined;
  if (written.name !== name || (written.version !== version && !isRenumbered)) {
    return {
      outcome: "failed",
      message: `The run wrote it as version ${written.version} of ${written.name}, and it is ` +
        `version ${version} of ${name}`,
    };
  }
  const metadata = ownPath(root, contentPath.replace(/raw$/, "metadata.yaml"));
  const at = (await readMetadataFile(metadata))?.written?.at;
  return written.writtenAt === undefined || written.writtenAt === at ? undefined : {
    outcome: "failed",
    message: "Its place among the versions was changed: it was written at " +
      `${written.writtenAt}, and says ${at ?? "nothing"}`,
  };
}

function withoutWriter({ tags, ownerDefinition, copyOf }: DataItem): string {
  if (ownerDefinition.ownerType === "manual") return "It was written by hand, not by a run";
  if (copyOf !== undefined) return "No record of a run on this machine names what was renamed";
  return tags["type"] === "report"
    ? "It is a report that no record of a run on this machine names: 'svc report run' made it, or an " +
      "earlier version of svc"
    : "No record of a run on this machine names it";
}
