import { absolutePath, relativeInside } from "../../base/files/path.ts";
import { lstatIfPresent } from "../../base/files/read.ts";
import { firstLink } from "./closure.ts";
import type { Problems } from "./problems.ts";

/**
 * The absolute path of a file that a manifest lists. What is wrong with it is added to `found`: it
 * is outside of `base`, does not exist, is or lies behind a link, or is not a regular file.
 *
 * @param place the manifest's line, for the problem
 */
export async function checkedEntry(
  base: string,
  entry: string,
  place: string,
  found: Problems,
): Promise<string | undefined> {
  const path = absolutePath(entry, base);
  const inside = relativeInside(base, path);
  const info = inside === undefined ? undefined : await lstatIfPresent(path);
  const linked = inside === undefined ? undefined : await firstLink(base, inside);
  if (inside === undefined) found.add(place, `'${entry}' is outside of ${base}`);
  else if (linked !== undefined) {
    found.add(place, `'${entry}': ${linked} is a symbolic link; publish the file itself`);
  } else if (info === undefined) found.add(place, `'${entry}' does not exist in ${base}`);
  else if (!info.isFile) found.add(place, `'${entry}' is not a regular file`);
  else return path;
  return undefined;
}
