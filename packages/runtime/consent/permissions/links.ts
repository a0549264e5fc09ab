import { isWithin, realPathOf } from "./real_path.ts";

/** Files and folders looked at before a run, at most. */
const MOST_ENTRIES = 500_000;

/**
 * The symbolic links in folders, each with where it leads; undefined when it leads in a circle. Links
 * are not followed. What lies near is looked at first: where there is too much, the folders that were
 * not reached are among them as if they led nowhere, so that what is in them stays closed. So are those
 * that hold a link or folder which cannot be named.
 *
 * @param folders real paths
 * @param except folders that are left out
 */
export function linksBelow(
  folders: readonly string[],
  except: readonly string[],
  most = MOST_ENTRIES,
): { link: string; target: string | undefined }[] {
  const found: { link: string; target: string | undefined }[] = [];
  const waiting = withoutNested(folders);
  let seen = 0;
  // The list grows while it is gone through.
  for (const folder of waiting) {
    if (seen > most) {
      found.push({ link: folder, target: undefined });
      continue;
    }
    const entries = entriesOf(folder);
    if (entries.some(isUnnamed)) found.push({ link: folder, target: undefined });
    for (const entry of entries) {
      seen++;
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
 */
export function linksOutOf(folder: string, open: readonly string[]): string[] {
  const real = realPathOf(folder)?.path ?? folder;
  return linksBelow([real], [])
    .filter(({ target }) =>
      target === undefined || ![real, ...open].some((path) => isWithin(path, target))
    )
    .flatMap(({ link }) => [link, folder + link.slice(real.length)]);
}

/**
 * True for a link, or a folder that may hold one, whose name is not UTF-8: Deno shows it with another
 * character and cannot close it, but `fetch` and `import` follow it by the bytes in a URL.
 */
function isUnnamed({ name, isSymlink, isDirectory }: Deno.DirEntry): boolean {
  return (isSymlink || isDirectory) && name.includes("\ufffd");
}

/** Folders that are not inside of another of them. */
function withoutNested(folders: readonly string[]): string[] {
  return [...new Set(folders)].filter((one) =>
    !folders.some((other) => other !== one && isWithin(other, one))
  );
}

/** Nothing for a file, for what is not there and for what this person may not read. */
function entriesOf(folder: string): readonly Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(folder)];
  } catch {
    return [];
  }
}
