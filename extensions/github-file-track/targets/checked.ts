import { parseRepositoryName } from "../../platform/repository_name.ts";
import { comparedPath, destinationProblem, sourceProblem } from "./path.ts";
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
      "There is nothing to track: set the behavior's global argument 'targets', or give the argument 'targets'",
    );
  }
  const problems = [...targets.flatMap(problemsOf), ...collisions(targets)];
  if (problems.length === 0) return targets;
  throw new Error(
    `No file was synced, as the targets are not right: ${problems.slice(0, 20).join("; ")}`,
  );
}

function problemsOf({ repo, ref, srcPath, destPath }: Target): string[] {
  const source = sourceProblem(srcPath);
  const destination = destinationProblem(destPath);
  return [
    ...repositoryProblem(repo),
    ...(ref !== undefined && /[\p{C}\s]/u.test(ref) ? [`ref '${seen(ref)}' holds a space`] : []),
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
    else problems.push(`'${seen(other)}' and '${seen(destPath)}' are one destination`);
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
