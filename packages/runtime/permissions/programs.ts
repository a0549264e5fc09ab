import { SvcError } from "@svc/core/error";
import { absoluteEntry, type Places } from "@svc/core/permission";
import { visibleName } from "@svc/core/text";
import { isWithin, realPathOf } from "./real_path.ts";

/**
 * The programs of `run` entries without placeholders: names as they are, paths as absolute ones.
 *
 * @param arrived folders whose content the repository or the extension decides; real paths
 * @throws SvcError `permission_denied` for a path that the extension could put another program at.
 */
export function openPrograms(
  entries: readonly string[],
  places: Places,
  arrived: { repository: string; writable: readonly string[] },
): string[] {
  return entries.map((entry) => {
    if (!entry.includes("/")) return entry;
    const path = absoluteEntry(entry, places);
    const real = path === undefined ? undefined : realPathOf(path);
    const unsafe = real === undefined ||
      arrived.writable.some((folder) =>
        [path!, real.path, ...real.links].some((one) => isWithin(folder, one))
      ) ||
      real.links.some((link) => isWithin(arrived.repository, link));
    if (!unsafe) return path!;
    throw new SvcError(
      "permission_denied",
      `The extension may run ${visibleName(entry)}, but it could put another program in its place`,
      { hint: "Grant it a program that is not among the files it may write." },
    );
  });
}

/**
 * PATH without what is not absolute and without folders whose content the repository or the extension
 * decides: a granted name is to mean the program that the person means.
 */
export function searchPath(path: string, folders: readonly string[]): string {
  return path.split(":").filter((entry) => {
    if (!entry.startsWith("/")) return false;
    const real = realPathOf(entry)?.path;
    return real !== undefined && !folders.some((folder) => isWithin(folder, real));
  }).join(":");
}
