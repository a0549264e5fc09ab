import { absolutePath, parentOf } from "../../base/files/path.ts";

/** Links followed one after the other before a path counts as a circle, as in the kernel. */
const MOST_LINKS = 40;

/** Where a path leads. */
export interface RealPath {
  /** Without any link; names that do not exist stay as they are. */
  path: string;
  /** Every link that was followed, as the real path at which it stands. */
  links: string[];
}

/**
 * Follows an absolute path link by link. What does not exist, or may not be looked at, is taken to be
 * no link: whoever is granted it cannot look there either.
 *
 * @returns undefined for links in a circle
 */
export function realPathOf(path: string): RealPath | undefined {
  const written = absolutePath(path);
  if (isReal(written)) return { path: written, links: [] };
  const waiting = written.split("/").filter((name) => name !== "");
  const links: string[] = [];
  let at = "";
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    if (name === "..") {
      at = at === "" ? "" : parentOf(at).replace(/^\/$/, "");
      continue;
    }
    const next = `${at}/${name}`;
    const target = linkTarget(next);
    if (target === undefined) {
      at = next;
      continue;
    }
    links.push(next);
    if (links.length > MOST_LINKS) return undefined;
    if (target.startsWith("/")) at = "";
    waiting.unshift(...target.split("/").filter((part) => part !== "" && part !== "."));
  }
  return { path: at === "" ? "/" : at, links };
}

/** Asked first, as it is one question to the system and mostly the answer. */
function isReal(path: string): boolean {
  try {
    return Deno.realPathSync(path) === path;
  } catch {
    return false;
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return Deno.lstatSync(path).isSymlink ? Deno.readLinkSync(path) : undefined;
  } catch {
    return undefined;
  }
}

/** True for the folder itself and everything below it. Both absolute. */
export function isWithin(folder: string, path: string): boolean {
  return folder === "/" || path === folder || path.startsWith(`${folder}/`);
}
