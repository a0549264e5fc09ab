/** What an address below `/extensions/` asks for. */
export interface ExtensionPath {
  /** As written; not yet known to be a name. */
  name: string;
  part: "page" | "badge.svg" | "versions.atom";
}

/**
 * Reads `/extensions/@a/b`, `/extensions/%40a%2Fb`, and either with `/badge.svg` or
 * `/versions.atom` behind it; a name has no dots, so these cannot be part of one.
 * Undefined when no name is given or the escapes are broken.
 */
export function extensionPath(pathname: string): ExtensionPath | undefined {
  let rest: string;
  try {
    rest = decodeURIComponent(pathname.slice("/extensions/".length)).replace(/\/$/, "");
  } catch {
    return undefined;
  }
  if (rest === "") return undefined;
  for (const part of ["badge.svg", "versions.atom"] as const) {
    if (rest.endsWith(`/${part}`)) return { name: rest.slice(0, -part.length - 1), part };
  }
  return { name: rest, part: "page" };
}
