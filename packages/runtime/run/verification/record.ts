import type { DataItem } from "@svc/core/answer";
import { readTextIfPresent } from "../../base/files/read.ts";
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
}

/** The run whose record names a version of data. */
export async function writerOf(
  repository: Repository,
  { id, modelId }: DataItem,
): Promise<Writer | undefined> {
  for (const { base, type } of await recordFiles(repository, modelId)) {
    const text = await readTextIfPresent(ownPath(repository.root, `${base}.yaml`));
    // Most are of other versions: their text tells without being parsed.
    if (!text?.includes(id)) continue;
    const run = await parseRunRecord(text, { type, logFile: `${base}.log` });
    if (run?.definitionId !== modelId) continue;
    if (run.artifacts.dataArtifacts.some(({ dataId }) => dataId === id)) return { run, text };
  }
  return undefined;
}

/** Whether the record is as svc wrote it, and means this content. */
export async function verifyRecord(
  repository: Repository,
  item: DataItem,
  writer: Writer | undefined,
): Promise<Found> {
  if (writer === undefined) return unknown(withoutWriter(item));
  const { run, text } = writer;
  const artifact = run.artifacts.dataArtifacts.find(({ dataId }) => dataId === item.id)!;
  if (artifact.checksum !== undefined && artifact.checksum !== item.checksum) {
    return {
      outcome: "failed",
      message: `Run ${run.id} wrote other content: its SHA-256 was ${artifact.checksum}`,
    };
  }
  switch (await checkSeal(repository, text)) {
    case "changed":
      return { outcome: "failed", message: `The record of run ${run.id} was changed since` };
    case "unknown":
      return unknown(
        `The record of run ${run.id} has no seal of yours on this machine: it was made elsewhere, or ` +
          "by an earlier version",
      );
    case "whole":
      return artifact.checksum === undefined
        ? unknown(`The record of run ${run.id} does not say what content it wrote`)
        : { outcome: "passed", message: `Run ${run.id} wrote it, and its record is unchanged` };
  }
}

function withoutWriter({ tags, ownerDefinition }: DataItem): string {
  if (ownerDefinition.ownerType === "manual") return "It was written by hand, not by a run";
  return tags["type"] === "report"
    ? "It is a report, which records of runs do not name"
    : "No record of a run on this machine names it";
}
