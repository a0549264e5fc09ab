import { freeBytes } from "../../features/operating/disk.ts";
import { LEAST_FREE } from "../../features/operating/readiness.ts";
import { type DataFolder, type DataFolderOptions, groupMode } from "../../platform/config/mod.ts";
import type { Finding } from "./finding.ts";

/** Checks who may read the data folder, and how much room its disk has. */
export async function checkFolder(
  folder: DataFolder,
  options: DataFolderOptions,
): Promise<Finding[]> {
  return [...await checkModes(folder, options), await checkRoom(folder)];
}

async function checkModes(folder: DataFolder, options: DataFolderOptions): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const path of [folder.root, folder.blobs, folder.uploads, folder.database, folder.secret]) {
    let mode: number | null;
    try {
      ({ mode } = await Deno.stat(path));
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) continue;
      throw error;
    }
    const allowed = groupMode(folder, path, options);
    if (mode === null || (mode & 0o077 & ~allowed) === 0) continue;
    findings.push({
      check: "modes",
      status: "failing",
      message: `${path} can be read by other users (${(mode & 0o777).toString(8)})`,
      hint: `Run: chmod ${allowed === 0 ? "go=" : "g=x,o="} ${path}`,
    });
  }
  if (findings.length > 0) return findings;
  return [{ check: "modes", status: "ok", message: "only the owner can read the data folder" }];
}

async function checkRoom(folder: DataFolder): Promise<Finding> {
  const free = await freeBytes(folder.root);
  const message = `${Math.floor(free / 2 ** 20)} MiB are free`;
  return free >= LEAST_FREE ? { check: "disk", status: "ok", message } : {
    check: "disk",
    status: "failing",
    message,
    hint: `Free space: publishing needs up to ${LEAST_FREE / 2 ** 20} MiB.`,
  };
}
