import { isWithin } from "./real_path.ts";

/** Bytes that the names of closed links may take; they come several times in a process's arguments. */
const MOST_BYTES = 20_000;

/**
 * What to close so that these links are: the links themselves or, where there are too many of them,
 * folders that they are in. Somebody else may have brought the links, with the files of another
 * repository for example: then only the folder that they came in is closed, never a granted one.
 *
 * @param links real paths
 * @param granted real paths of the folders that hold them
 */
export function fewLinks(
  links: readonly string[],
  granted: readonly string[],
  most = MOST_BYTES,
): string[] {
  let bytes = bytesOf(links);
  if (bytes <= most) return [...links];
  const groups = [...byFolder(links, granted)].sort(([, one], [, other]) =>
    bytesOf(other) - bytesOf(one)
  );
  return groups.flatMap(([folder, inside]) => {
    if (bytes <= most) return inside;
    const closed = cutToFit(folder, inside, most / 8);
    bytes -= bytesOf(inside) - bytesOf(closed);
    return closed;
  });
}

/** Links by the first folder below a granted one, in which they came. */
function byFolder(links: readonly string[], granted: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const link of links) {
    const root = granted.filter((folder) => isWithin(folder, link))
      .reduce((longest, one) => one.length > longest.length ? one : longest, "");
    const first = link === root ? link : cut(link, root.split("/").length + 1);
    groups.set(first, [...groups.get(first) ?? [], link]);
  }
  return groups;
}

/** The deepest folders that are few enough, or the one that holds all. */
function cutToFit(folder: string, links: readonly string[], most: number): string[] {
  const shallowest = folder.split("/").length;
  const deepest = Math.max(...links.map((link) => link.split("/").length));
  for (let depth = deepest - 1; depth > shallowest; depth--) {
    const folders = [...new Set(links.map((link) => cut(link, depth)))];
    if (bytesOf(folders) <= most) return folders;
  }
  return [folder];
}

/** The first names of a path. */
function cut(path: string, names: number): string {
  return path.split("/").slice(0, names).join("/");
}

function bytesOf(paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + path.length * 3 + 1, 0);
}
