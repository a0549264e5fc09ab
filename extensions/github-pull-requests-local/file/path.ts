import { PlatformFailure } from "../../platform/failure.ts";

/** Longest path of a file, in bytes of UTF-8. */
const LONGEST_BYTES = 255;

/** Characters that one file system or another leaves out when it compares names. */
const IGNORED: RegExp =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\u{e0000}-\u{e0fff}]/gu;

/**
 * Checks the path of a file inside a repository before it becomes part of an address or a tree:
 * relative, `/` between its parts, and none of them special to git on any operating system.
 *
 * @returns the path
 * @throws PlatformFailure `refused` that says what is wrong with it
 */
export function checkPath(path: string): string {
  const wrong = wrongWith(path);
  if (wrong === undefined) return path;
  throw new PlatformFailure("refused", {
    reason: `${JSON.stringify(path.slice(0, 80))} is not a path in a repository: ${wrong}`,
    hint: "Write it relative to the repository, for example docs/README.md",
  });
}

function wrongWith(path: string): string | undefined {
  if (path === "") return "it is empty";
  if (new TextEncoder().encode(path).length > LONGEST_BYTES) {
    return `it is longer than ${LONGEST_BYTES} bytes`;
  }
  // deno-lint-ignore no-control-regex
  if (!path.isWellFormed() || /[\u0000-\u001f\u007f]/.test(path)) {
    return "it has control characters";
  }
  if (path.includes("\\")) return "it has '\\', and '/' separates parts";
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path)) return "it is absolute";
  for (const part of path.split("/")) {
    if (part === "") return "it has an empty part";
    if (part === "." || part === "..") return `it has '${part}' as a part`;
    if (isGitFolder(part)) return "'.git' belongs to git";
  }
  return undefined;
}

/**
 * Whether a name is `.git` to git on Linux, macOS or Windows: case, characters that HFS+ ignores,
 * NTFS's trailing dots and spaces, its streams (`.git:x`) and its short name.
 */
function isGitFolder(part: string): boolean {
  const name = part.replaceAll(IGNORED, "").toLowerCase().split(":")[0]!.replace(/[. ]+$/, "");
  return name === ".git" || name === "git~1";
}
