import type { NamedRun, RunArtifact } from "@svc/core/answer";
import { isRecord } from "@svc/core/json";

/** What is on record of one run (runtime reference 2.6). */
export type RunRecord = Omit<NamedRun, "modelName">;

const STATUSES: readonly unknown[] = ["succeeded", "failed", "cancelled"];

/**
 * Reads the text of a run's record; undefined for one that is not of that shape, as a repository may
 * bring anything. Places are not taken from the text: they follow from where the record lies.
 *
 * @param at where the record lies
 */
export async function parseRunRecord(
  text: string,
  at: Pick<RunRecord, "type" | "logFile">,
): Promise<RunRecord | undefined> {
  let value: unknown;
  try {
    // A repository moved here from another tool may hold real YAML.
    value = text.startsWith("{") ? JSON.parse(text) : (await import("yaml")).parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  const { id, definitionId, methodName, status, startedAt, completedAt, durationMs } = value;
  const texts = [id, definitionId, methodName, startedAt, completedAt];
  if (!texts.every(isText) || typeof durationMs !== "number" || !STATUSES.includes(status)) {
    return undefined;
  }
  if (Number.isNaN(Date.parse(startedAt as string))) return undefined;
  const { artifacts, error, provenance } = value;
  const list = isRecord(artifacts) ? artifacts["dataArtifacts"] : undefined;
  return {
    id: id as string,
    definitionId: definitionId as string,
    methodName: methodName as string,
    type: at.type,
    status: status as RunRecord["status"],
    startedAt: startedAt as string,
    completedAt: completedAt as string,
    durationMs,
    provenance: isRecord(provenance) ? provenance : {},
    artifacts: { dataArtifacts: Array.isArray(list) ? list.filter(isArtifact) : [] },
    ...(isRecord(error) && isText(error["message"])
      ? { error: error as NonNullable<RunRecord["error"]> }
      : {}),
    logFile: at.logFile,
  };
}

function isArtifact(value: unknown): value is RunArtifact {
  return isRecord(value) && isText(value["dataId"]) && isPlainSegment(value["name"]) &&
    Number.isSafeInteger(value["version"]) && isRecord(value["tags"]);
}

/** The name of a data item leads to a folder. */
function isPlainSegment(value: unknown): boolean {
  return typeof value === "string" && value !== "" && !value.includes("..") &&
    !/[/\\\0]/.test(value);
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}
