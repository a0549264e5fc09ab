import { placeholderIn } from "./placeholder.ts";

/** The folders that relative paths and `~/` start from; absolute. */
export interface BaseFolders {
  /** The person's home folder. */
  home?: string | undefined;
  /** The root of the repository. */
  root?: string | undefined;
  /** The program of another tool that svc answers for in runs. */
  answered?: string | undefined;
}

/** A path entry, taken apart. */
interface PathEntry {
  /** Where it starts: `/`, `~`, `.` for the repository, or a placeholder. */
  base: string;
  /** The names below that, none empty, `.` or `..`. */
  parts: string[];
}

/** Takes a path entry apart, whatever it looks like. */
export function pathEntry(entry: string): PathEntry {
  const placeholder = placeholderIn(entry);
  if (placeholder !== undefined) {
    return {
      base: `\${${placeholder.source}.${placeholder.name}}`,
      parts: namesOf(placeholder.below),
    };
  }
  if (entry.startsWith("/")) return { base: "/", parts: namesOf(entry) };
  if (/^~(?:\/|$)/.test(entry)) return { base: "~", parts: namesOf(entry.slice(1)) };
  return { base: ".", parts: namesOf(entry) };
}

/**
 * The absolute path that an entry means.
 *
 * @returns undefined for a placeholder, and when the place it starts from is not known
 */
export function absoluteEntry(entry: string, places: BaseFolders): string | undefined {
  const { base, parts } = pathEntry(entry);
  const start = base === "/" ? "/" : base === "~" ? places.home : base === "." ? places.root : "";
  // A folder that is itself no absolute path would make the entry relative to whatever comes next.
  if (start === undefined || !start.startsWith("/")) return undefined;
  return `/${[...namesOf(start), ...parts].join("/")}`;
}

/** Why an entry is not a path that can be granted, or undefined when it is one. */
export function pathProblem(kind: "read" | "write", entry: string) {
  const { base, parts } = pathEntry(entry);
  // What is granted may not depend on how somebody else writes a path.
  if (
    entry === "" || /^[A-Za-z]:|[\\,]/.test(entry) || parts.includes("..") ||
    base === "." && /^~|\$\{/.test(entry) || parts.some((part) => part.includes("${"))
  ) {
    return "must be a path in the repository, an absolute path, ~/PATH, ${globalArgs.NAME}, " +
      "${config.NAME} or ${env.NAME}, without '..', commas and backslashes";
  }
  if (parts.some((part) => part.trim() !== part)) {
    return "must be a path without spaces at the ends of its names";
  }
  // Anyone who may write a folder itself may move it, and all that is closed in it, elsewhere.
  if (kind === "write" && parts.length === 0) {
    if (base === ".") return "must be a path below the repository, not the repository itself";
    if (base === "~") return "must be a path below the home folder, not the home folder itself";
    if (base === "/") return "must be a path below /, not / itself";
  }
  return undefined;
}

/** Why an entry is neither the name of a program, to be found in PATH, nor a program's path. */
export function programProblem(entry: string): string | undefined {
  if (/^[A-Za-z0-9][A-Za-z0-9._+-]*$/.test(entry)) return undefined;
  return /^(?:\/|~\/)/.test(entry) && !entry.endsWith("/") &&
      pathProblem("write", entry) === undefined
    ? undefined
    : "must be the name of a program, an absolute path, ~/PATH, ${globalArgs.NAME}, ${config.NAME} " +
      "or ${env.NAME}";
}

/** True when all that is at and below `wanted` is at or below `granted`. */
export function coversPath(granted: string, wanted: string, places: BaseFolders): boolean {
  const at = (entry: string) => pathEntry(absoluteEntry(entry, places) ?? entry);
  const [all, part] = [at(granted), at(wanted)];
  if (all.base === "/" && all.parts.length === 0) return true;
  return all.base === part.base && all.parts.every((name, index) => part.parts[index] === name);
}

function namesOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "" && part !== ".");
}
