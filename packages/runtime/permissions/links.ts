import { SvcError } from "@svc/core/error";
import { isWithin, realPathOf } from "./real_path.ts";

/** Files and folders looked at before a run, at most. */
const MOST_ENTRIES = 500_000;

/**
 * The symbolic links in folders, each with where it leads; undefined when it leads in a circle. Links
 * are not followed.
 *
 * @param folders real paths
 * @param except folders that are left out
 * @throws SvcError `permission_denied` when there is too much to look at.
 */
export function linksBelow(
  folders: readonly string[],
  except: readonly string[],
): { link: string; target: string | undefined }[] {
  const found: { link: string; target: string | undefined }[] = [];
  const waiting = withoutNested(folders);
  let seen = 0;
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of entriesOf(folder)) {
      if (++seen > MOST_ENTRIES) throw tooMuch(folders);
      const path = folder === "/" ? `/${entry.name}` : `${folder}/${entry.name}`;
      if (entry.isSymlink) found.push({ link: path, target: realPathOf(path)?.path });
      else if (entry.isDirectory && !except.includes(path)) waiting.push(path);
    }
  }
  return found;
}

/**
 * The symbolic links in a folder that may be read, and lead to what may not: as they are written, and by
 * their real paths.
 *
 * @param open absolute paths of all else that may be read
 * @throws SvcError `permission_denied` when there is too much to look at
 */
export function linksOutOf(folder: string, open: readonly string[]): string[] {
  const real = realPathOf(folder)?.path ?? folder;
  return linksBelow([real], [])
    .filter(({ target }) =>
      target === undefined || ![real, ...open].some((path) => isWithin(path, target))
    )
    .flatMap(({ link }) => [link, folder + link.slice(real.length)]);
}

/** Folders that are not inside of another of them. */
function withoutNested(folders: readonly string[]): string[] {
  return [...new Set(folders)].filter((one) =>
    !folders.some((other) => other !== one && isWithin(other, one))
  );
}

/** Nothing for a file, for what is not there and for what this person may not read. */
function entriesOf(folder: string): Iterable<Deno.DirEntry> {
  try {
    return [...Deno.readDirSync(folder)];
  } catch {
    return [];
  }
}

function tooMuch(folders: readonly string[]): SvcError {
  return new SvcError(
    "permission_denied",
    `There are more than ${MOST_ENTRIES.toLocaleString("en")} files in ${folders.join(", ")}: ` +
      "too many to look for symbolic links that lead out of what was granted",
    { hint: "Grant the folders that the extension needs, not the one that holds them all." },
  );
}
