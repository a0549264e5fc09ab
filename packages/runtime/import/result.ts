import { isRecord, isTexts } from "@svc/core/json";
import type { ImportPlan, LeftOut } from "./plan.ts";

/** What was taken over. */
export interface ImportResult {
  /** The new repository, absolute. */
  path: string;
  /** The old one, absolute. */
  from: string;
  dryRun: boolean;
  /** The program of the tool that it was made with, which svc answers for where a run starts it. */
  otherTool?: string;
  behaviors: { name: string; type: string; path: string }[];
  vaults: { name: string; type: string; path: string }[];
  /** Secrets of vaults that were kept in the old repository. */
  secrets: number;
  data: { items: number; versions: number; bytes: number };
  /** Records of earlier runs. */
  runs: number;
  /** Files of the old repository's own extensions, relative to the new one. */
  extensionSources: string[];
  /** Extensions to pull: `@acme/scan@2026.01.01.1`. */
  pull: string[];
  leftOut: LeftOut[];
  nextSteps: string[];
}

/** The result of a plan that was carried out, or only made. */
export function resultOf(
  root: string,
  from: string,
  plan: ImportPlan,
  dryRun: boolean,
): ImportResult {
  const items = new Set(plan.versions.map(({ to }) => to.slice(0, to.lastIndexOf("/"))));
  const listed = <File extends { name: string; type: string; to: string }>(
    files: readonly File[],
  ) => files.map(({ name, type, to }) => ({ name, type, path: to }));
  return {
    path: root,
    from,
    dryRun,
    ...(plan.otherTool === undefined ? {} : { otherTool: plan.otherTool }),
    behaviors: listed(plan.behaviors),
    vaults: listed(plan.vaults),
    secrets: plan.secrets.filter(({ isKey }) => !isKey).length,
    data: {
      items: items.size,
      versions: plan.versions.length,
      bytes: plan.versions.reduce((sum, { metadata }) => sum + metadata.size, 0),
    },
    runs: plan.runs.filter(({ to }) => to.endsWith(".yaml")).length,
    extensionSources: plan.sources.map(({ to }) => to),
    pull: plan.pull,
    leftOut: plan.leftOut,
    nextSteps: [
      ...plan.pull.map((extension) => `svc extension pull ${extension}`),
      "svc behavior validate",
    ],
  };
}

/** True for a whole result as it was written down, and for nothing that svc does not write. */
export function isImportResult(value: unknown): value is ImportResult {
  if (!isRecord(value)) return false;
  const { path, from, dryRun, otherTool = "", behaviors, vaults, secrets, data, runs } = value;
  const { extensionSources, pull, leftOut, nextSteps } = value;
  if (!isTexts([path, from, otherTool]) || dryRun !== false || !isRecord(data)) return false;
  const { items, versions, bytes } = data;
  return [secrets, runs, items, versions, bytes].every(Number.isSafeInteger) &&
    [extensionSources, pull, nextSteps].every(isTexts) &&
    [behaviors, vaults].every((list) => haveTexts(list, ["name", "type", "path"])) &&
    haveTexts(leftOut, ["path", "why", "fix"]);
}

/** True for a list of objects that have a text for each of these keys. */
function haveTexts(list: unknown, keys: readonly string[]): boolean {
  return Array.isArray(list) &&
    list.every((one) => isRecord(one) && isTexts(keys.map((key) => one[key])));
}
