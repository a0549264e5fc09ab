import { SvcError } from "@svc/core/error";
import { absoluteEntry, type BaseFolders } from "@svc/core/permission";
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
  places: BaseFolders,
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
 * Of programs, those that do not lead to one of `denied`: a link is another name for the same program.
 *
 * @param path where names are looked for
 */
export function withoutDenied(
  programs: readonly string[],
  denied: readonly string[],
  places: BaseFolders,
  path: string,
): string[] {
  if (denied.length === 0) return [...programs];
  const closed = new Set(denied.flatMap((entry) => placesOfProgram(entry, places, path)));
  return programs.filter((entry) =>
    !placesOfProgram(entry, places, path).some((place) => closed.has(place))
  );
}

/** Where a program lies, without links: at its path, or in each folder that may be searched for its name. */
function placesOfProgram(entry: string, places: BaseFolders, path: string): string[] {
  const written = entry.includes("/")
    ? [absoluteEntry(entry, places)]
    : path.split(":").filter((folder) => folder.startsWith("/")).map((one) => `${one}/${entry}`);
  return written.flatMap((one) => (one && realPathOf(one)?.path) || []);
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
