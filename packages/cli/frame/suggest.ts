import { ranked } from "@svc/core/text";
import { meantAlone, meantByOthers } from "./other_words.ts";

export { didYouMean, nearest } from "@svc/core/text";

/**
 * Up to three paths of commands or groups near the words typed, nearest first: the words from the first
 * wrong one on are compared with as many of each path, and when none is near, its last word with the
 * last typed. A group gives way to its command when that is as near, so that what was typed after it is
 * kept.
 */
export function nearestPaths(typed: readonly string[], paths: readonly string[]): string[] {
  const meant = meantByOthers(typed, paths);
  if (meant.length > 0) return meant;
  const begun = withoutGroup(typed[0] ?? "", paths);
  if (begun.length > 0) return begun;
  const whole = ranked(
    paths.map((path) => {
      const words = path.split(" ");
      const wrong = words.findIndex((word, index) => word !== typed[index]);
      return {
        candidate: path,
        given: typed.slice(wrong, words.length).join(" "),
        compared: words.slice(wrong).join(" "),
      };
    }).filter(({ given, compared }) => given !== compared && given !== ""),
  );
  if (whole.length > 0) {
    return whole.filter((path) => !whole.some((other) => other.startsWith(`${path} `)));
  }
  const alone = meantAlone(typed, paths);
  if (alone.length > 0) return alone;
  return ranked(paths.map((path) => ({
    candidate: path,
    given: typed.at(-1) ?? "",
    compared: path.split(" ").at(-1)!,
  })));
}

/** Commands typed without their group: the first word typed begins their last one, as 'permission' does. */
function withoutGroup(first: string, paths: readonly string[]): string[] {
  if (first.length < 3 || paths.some((path) => path.startsWith(first))) return [];
  const isGroup = (path: string) => paths.some((other) => other.startsWith(`${path} `));
  return paths.filter((path) => path.split(" ").at(-1)!.startsWith(first) && !isGroup(path))
    .slice(0, 3);
}
