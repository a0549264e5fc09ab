import { shortHash } from "../../base/files/digest.ts";
import { ownFolder } from "../../base/process/deno_folder.ts";

/** Words that ask for something else than a run here. */
const OTHERWISE = /^(?:-[A-Za-z]*[hV]|--help|--version|--stdin|--server(?:=.*)?)$/s;

/**
 * The file that remembers how the child of a command line was started; undefined for one that is not
 * clearly a run here. It is in the person's own cache folder, which is closed to extensions. Which
 * file it is depends on words that say what is run, never on the values of its arguments. Two command
 * lines may share a file: a wrong memory costs time only.
 *
 * @param words of the command line, after `behavior run`
 */
export function rememberedIn(
  words: readonly string[],
  { cwd, env }: { cwd: string; env: (name: string) => string | undefined },
): string | undefined {
  const folder = ownFolder(env);
  const end = words.findIndex((word) => word.startsWith("-"));
  const what = end < 0 ? words : words.slice(0, end);
  if (folder === undefined || what.length < 2 || what.length > 3) return undefined;
  if (words.some((word) => OTHERWISE.test(word))) return undefined;
  const given = optionIn(words, "--repo-dir");
  if (given === undefined && env("SVC_SERVE_URL")) return undefined;
  const limits = ["--timeout", "--memory"].map((name) => optionIn(words, name));
  const key = [cwd, given ?? env("SVC_REPO_DIR"), ...what, ...limits];
  return `${folder}/ready/${shortHash(JSON.stringify(key))}.json`;
}

function optionIn(words: readonly string[], name: string): string | undefined {
  const at = words.findLastIndex((word) => word === name || word.startsWith(`${name}=`));
  const word = words[at];
  return word === name ? words[at + 1] : word?.slice(name.length + 1);
}
