import { parseRepositoryName } from "../../platform/repository_name.ts";
import type { Target } from "./target.ts";

/**
 * The targets of a run, all looked at before anything is asked or written.
 *
 * @param given the method's argument, which stands in place of the behavior's own
 * @throws Error that lists everything wrong with them, when there are none, and when two of them
 *   would write to one place.
 */
export function checkedTargets(
  given: readonly Target[] | undefined,
  own: readonly Target[] | undefined,
): Target[] {
  const targets = [...given ?? own ?? []];
  if (targets.length === 0) {
    throw new Error(
      "No files to track: set the behavior's global argument 'targets', or give the argument " +
        "'targets'",
    );
  }
  const problems = [...targets.flatMap(problemsOf), ...collisions(targets)];
  if (problems.length === 0) return targets;
  throw new Error(
    `No file was synced, because the targets are not valid: ${problems.slice(0, 20).join("; ")}`,
  );
}

function problemsOf({ repo, ref, srcPath, destPath }: Target): string[] {
  const source = sourceProblem(srcPath);
  const destination = destinationProblem(destPath);
  return [
    ...repositoryProblem(repo),
    ...(ref !== undefined && /[\p{C}\s]/u.test(ref) ? [`ref '${seen(ref)}' contains a space`] : []),
    ...(source === undefined ? [] : [`srcPath '${seen(srcPath)}' ${source}`]),
    ...(destination === undefined ? [] : [`destPath '${seen(destPath)}' ${destination}`]),
  ];
}

function repositoryProblem(repo: string): string[] {
  try {
    parseRepositoryName(repo);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

/** Two targets for one place, or one for a folder that another needs: the last would win. */
function collisions(targets: readonly Target[]): string[] {
  const first = new Map<string, string>();
  const problems: string[] = [];
  for (const { destPath } of targets) {
    const key = comparedPath(destPath);
    const other = first.get(key);
    if (other === undefined) first.set(key, destPath);
    else problems.push(`'${seen(other)}' and '${seen(destPath)}' are the same destination`);
  }
  for (const [key, destPath] of first) {
    for (let at = key.lastIndexOf("/"); at > 0; at = key.lastIndexOf("/", at - 1)) {
      const file = first.get(key.slice(0, at));
      if (file === undefined) continue;
      problems.push(`'${seen(file)}' would be the folder of '${seen(destPath)}'`);
    }
  }
  return problems;
}

/** A path for a message, with what is not seen written out. */
function seen(text: string): string {
  return text.replaceAll(
    /[\p{C}\u2028\u2029]/gu,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
}

/** Names that are folders of git and of svc on some file system, as they are compared. */
const RESERVED: ReadonlySet<string> = new Set([".git", "git~1", ".svc", "svc~1"]);

/** Bytes that a name in a folder may have. */
const NAME_BYTES = 255;

/** Why a path cannot be the source of a target; undefined when it can. */
function sourceProblem(path: string): string | undefined {
  if (path.startsWith("/")) {
    return "begins with '/': write it relative to the root of the repository";
  }
  return segmentsProblem(path);
}

/** Why a path cannot be the destination of a target; undefined when it can. */
function destinationProblem(path: string): string | undefined {
  const segments = path.startsWith("/") ? path.slice(1) : path;
  const reserved = segments.split("/").find((name) => RESERVED.has(comparedName(name)));
  return segmentsProblem(segments) ??
    (reserved === undefined ? undefined : `is in '${reserved}', which git or svc uses`);
}

/** A path as file systems compare it that ignore case and how letters are composed. */
function comparedPath(path: string): string {
  return path.split("/").map(comparedName).join("/");
}

/** Windows leaves out dots and spaces at the end of a name. */
function comparedName(name: string): string {
  return name.normalize("NFC").toLowerCase().replace(/[. ]+$/, "");
}

function segmentsProblem(path: string): string | undefined {
  if (path === "" || path.endsWith("/")) return "names a folder: name the file";
  if (/[\p{C}\u2028\u2029]/u.test(path)) return "contains an invisible character";
  if (path.includes("\\")) return "contains '\\': write '/' between folders";
  const segments = path.split("/");
  if (segments.some((name) => /^\.{1,2}$/.test(name))) return "contains '.' or '..'";
  if (segments.includes("")) return "contains an empty name";
  const encoder = new TextEncoder();
  if (segments.some((name) => encoder.encode(name).length > NAME_BYTES)) {
    return `contains a name of more than ${NAME_BYTES} bytes`;
  }
  return undefined;
}
