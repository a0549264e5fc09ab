import type { NamedRun, RunArtifact, RunCheck } from "@svc/core/answer";
import { isRecord } from "@svc/core/json";
import { parseOrigin } from "./origin.ts";

/** What is on record of one run (runtime reference 2.6). */
export type RunRecord = Omit<NamedRun, "modelName">;

/** How a run ended. */
export type RunStatus = RunRecord["status"];

const STATUSES: { readonly [status in RunStatus]: true } = {
  succeeded: true,
  failed: true,
  cancelled: true,
};

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
  if (!texts.every(isText) || !Number.isFinite(durationMs) || !isStatus(status)) return undefined;
  if (Number.isNaN(Date.parse(startedAt as string))) return undefined;
  const { artifacts, provenance } = value;
  const { dataArtifacts, reports } = isRecord(artifacts) ? artifacts : {};
  return {
    id: id as string,
    definitionId: definitionId as string,
    methodName: methodName as string,
    type: at.type,
    status,
    startedAt: startedAt as string,
    completedAt: completedAt as string,
    durationMs: durationMs as number,
    provenance: isRecord(provenance) ? provenance : {},
    artifacts: {
      dataArtifacts: Array.isArray(dataArtifacts) ? dataArtifacts.filter(isArtifact) : [],
      ...(Array.isArray(reports) ? { reports: reports.filter(isArtifact) } : {}),
    },
    ...checksOf(value["checks"]),
    origin: parseOrigin(value),
    ...errorOf(value["error"]),
    logFile: at.logFile,
  };
}

/** Records of earlier versions do not say. */
function checksOf(value: unknown): Pick<RunRecord, "checks"> {
  if (!Array.isArray(value)) return {};
  const checks = value.filter(isCheck).map(({ name, status, message }) =>
    message === undefined ? { name, status } : { name, status, message }
  );
  return { checks };
}

const CHECKED: { readonly [status in RunCheck["status"]]: true } = {
  passed: true,
  failed: true,
  notRun: true,
};

function isCheck(value: unknown): value is RunCheck {
  return isRecord(value) && isText(value["name"]) && isText(value["status"]) &&
    Object.hasOwn(CHECKED, value["status"]) &&
    (value["message"] === undefined || isText(value["message"]));
}

function errorOf(value: unknown): Pick<RunRecord, "error"> {
  if (!isRecord(value) || !isText(value["message"])) return {};
  const { message, code } = value;
  return { error: isText(code) ? { message, code } : { message } };
}

function isStatus(value: unknown): value is RunStatus {
  return isText(value) && Object.hasOwn(STATUSES, value);
}

function isArtifact(value: unknown): value is RunArtifact {
  return isRecord(value) && isText(value["dataId"]) && isPlainSegment(value["name"]) &&
    Number.isSafeInteger(value["version"]) &&
    [value["checksum"], value["writtenAt"]].every((one) => one === undefined || isText(one)) &&
    isRecord(value["tags"]) &&
    Object.values(value["tags"]).every(isText);
}

/** The name of a data item leads to a folder. */
function isPlainSegment(value: unknown): boolean {
  return typeof value === "string" && value !== "" && !value.includes("..") &&
    !/[/\\\0]/.test(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
