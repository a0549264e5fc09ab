import { PlatformFailure } from "../../platform/failure.ts";

/** What relative paths and `~/` start from. */
export interface Start {
  /** Folder of the svc repository; absolute. */
  repoDir: string;
  home: string | undefined;
}

/** Names that belong to git or svc, however a file system may read them. */
const TAKEN: ReadonlySet<string> = new Set([".git", ".svc"]);

/**
 * The absolute path of a folder that an argument names: absolute, below the home folder (`~/`), or
 * below the svc repository. Nothing is looked at yet.
 *
 * @param argument name of the argument, for messages
 * @throws PlatformFailure `refused`
 */
export function folderPath(argument: string, value: string, { repoDir, home }: Start): string {
  const names = value.split("/").filter((name) => name !== "" && name !== ".");
  const wrong = wrongWith(value, names);
  if (wrong !== undefined) throw refusedFolder(argument, value, wrong);
  if (value.startsWith("/")) return `/${names.join("/")}`;
  if (names[0] !== "~") return `${repoDir}/${names.join("/")}`;
  if (home === undefined) throw refusedFolder(argument, value, "HOME is not set");
  return [home, ...names.slice(1)].join("/");
}

function wrongWith(value: string, names: readonly string[]): string | undefined {
  if (/\p{C}|[\\,]/u.test(value)) {
    return "it contains a comma, a backslash or an invisible character";
  }
  if (names.includes("..")) return "it contains '..'";
  if (names.some((name) => TAKEN.has(folded(name)))) return "it is in .git or .svc";
  const below = value.startsWith("~") ? names.slice(1) : names;
  if (below.length === 0) return "it is the repository, home or root folder itself";
  if (/^~./.test(names[0]!)) return "only ~/ is expanded to a home folder";
  return undefined;
}

/** A path as a file system sees it that ignores case and how letters are composed. */
export function folded(path: string): string {
  return path.normalize("NFKC").toLowerCase();
}

/** The refusal of a folder, naming its argument. */
export function refusedFolder(argument: string, path: string, reason: string): PlatformFailure {
  return new PlatformFailure("refused", {
    reason: `${argument} ${JSON.stringify(path)}: ${reason}`,
    hint: "Name a folder that is used for nothing else, absolute or below the repository",
  });
}
