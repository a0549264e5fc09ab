import { visibleName } from "@svc/core/text";
import { runStamp } from "../repository/run_stamp.ts";
import { parseRunRecord } from "../run/history/record.ts";
import type { Layout } from "./layout.ts";
import type { ImportPlan, LeftOut, TakenBehavior, TakenFile } from "./plan.ts";
import { readRegular, sourceFiles } from "./source.ts";

/** Bytes of the record of one run. */
const LARGEST = 16 * 1024 * 1024;

/**
 * Records and logs of earlier runs of the behaviors that are taken. The name of a file says whose run it
 * was and when it began, so both are made from the record itself.
 */
export async function planRuns(
  root: string,
  { state }: Layout,
  behaviors: readonly TakenBehavior[],
): Promise<Pick<ImportPlan, "runs" | "leftOut">> {
  const owners = new Map(behaviors.map((one) => [one.id, one]));
  const runs: TakenFile[] = [];
  const leftOut: LeftOut[] = [];
  const folder = `${state}/outputs`;
  const files = await sourceFiles(root, folder);
  const logs = new Set(files.flatMap(({ path, why }) => why || !isLog(path) ? [] : [path]));
  const taken = new Set<string>();
  const leave = (path: string, why: string) =>
    leftOut.push({ path: visibleName(path === "" ? folder : `${folder}/${path}`), why, fix: FIX });
  for (const { path, why } of files) {
    if (why !== undefined) leave(path, why);
    else if (/\.ya?ml$/.test(path)) {
      const place = await placeOf(root, folder, path, owners);
      if (typeof place !== "string") leave(path, place.why);
      else if (taken.has(place)) leave(path, "a run with the same time is already imported");
      else {
        taken.add(place);
        runs.push({ from: `${folder}/${path}`, to: `${place}.yaml` });
        const log = path.replace(/\.ya?ml$/, ".log");
        if (logs.delete(log)) runs.push({ from: `${folder}/${log}`, to: `${place}.log` });
      }
    } else if (!isLog(path)) leave(path, "it is neither the record nor the log of a run");
  }
  for (const path of logs) leave(path, "the record of its run is not imported");
  return { runs, leftOut };
}

function isLog(path: string): boolean {
  return path.endsWith(".log");
}

const FIX = "Keep the old folder to look it up.";

/** Where a record goes, without its ending. */
async function placeOf(
  root: string,
  folder: string,
  path: string,
  owners: ReadonlyMap<string, TakenBehavior>,
): Promise<string | { why: string }> {
  const bytes = await readRegular(`${root}/${folder}/${path}`, LARGEST);
  if (!(bytes instanceof Uint8Array)) return bytes;
  const at = { type: "", logFile: "" };
  const record = await parseRunRecord(new TextDecoder().decode(bytes), at);
  if (record === undefined) return { why: "it is not the record of a run that has ended" };
  const owner = owners.get(record.definitionId);
  if (owner === undefined) return { why: "its behavior does not exist or is not imported" };
  const { methodName, startedAt } = record;
  if (!/^[A-Za-z_][\w-]{0,127}$/.test(methodName)) {
    return { why: "the name of its method is not valid" };
  }
  const stamp = runStamp(new Date(startedAt));
  return `.svc/outputs/${owner.normalized}/${methodName}/${owner.id}-${stamp}`;
}
