import { PlatformFailure } from "../failure.ts";
import { gitFailure } from "./failure.ts";
import type { GitRepository } from "./repository.ts";

/** A commit's id, of either kind of repository. */
const ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * The best common ancestor of two commits; null when they share none.
 *
 * @throws PlatformFailure `git_failed` when one of them is not there
 */
export async function mergeBaseOf(
  repository: GitRepository,
  one: string,
  other: string,
): Promise<string | null> {
  const args = ["merge-base", checkedId(one), checkedId(other)];
  const { code, stdout, stderr } = await repository.attempt(args);
  const text = new TextDecoder();
  if (code === 0) return text.decode(stdout).split("\n")[0]!;
  if (code === 1) return null;
  throw await gitFailure("merge-base", code, text.decode(stderr), []);
}

/**
 * Whether a commit is another one or an ancestor of it.
 *
 * @throws PlatformFailure `git_failed` when one of them is not there
 */
export async function isAncestor(
  repository: GitRepository,
  ancestor: string,
  commit: string,
): Promise<boolean> {
  const args = ["merge-base", "--is-ancestor", checkedId(ancestor), checkedId(commit)];
  const { code, stderr } = await repository.attempt(args);
  if (code <= 1) return code === 0;
  throw await gitFailure("merge-base", code, new TextDecoder().decode(stderr), []);
}

/** The commit that a full ref or an id is at; undefined when there is none. */
export async function commitAt(
  repository: GitRepository,
  name: string,
): Promise<string | undefined> {
  const found = await repository.git(["cat-file", "--batch-check"], {
    input: `${oneLine(name)}^{commit}\n`,
  });
  return /^([0-9a-f]{40,64}) commit /.exec(found)?.[1];
}

/**
 * Whether a file is there at a commit, and is long enough for a line.
 *
 * @param path from the repository's root, with `/`
 * @param line counted from 1
 */
export async function fileExistsAt(
  repository: GitRepository,
  commit: string,
  path: string,
  line?: number,
): Promise<boolean> {
  // Git would take `./` and `../` for paths from a folder that it is in.
  if (/[\0\n]/.test(path) || path.split("/").some((name) => /^\.{0,2}$/.test(name))) return false;
  const name = `${checkedId(commit)}:${path}`;
  if (line === undefined) {
    const found = await repository.git(["cat-file", "--batch-check"], { input: `${name}\n` });
    return / blob \d+\n$/.test(found);
  }
  const { code, stdout } = await repository.attempt(["cat-file", "blob", name]);
  return code === 0 && line >= 1 && line <= linesOf(stdout);
}

/** A last line need not end. */
function linesOf(content: Uint8Array): number {
  let lines = 0;
  for (const byte of content) if (byte === 10) lines++;
  return content.length > 0 && content.at(-1) !== 10 ? lines + 1 : lines;
}

/** True for a full id. */
export function isId(text: string): boolean {
  return ID.test(text);
}

/** @throws PlatformFailure `refused` for anything but a full id */
export function checkedId(id: string): string {
  if (isId(id)) return id;
  throw new PlatformFailure("refused", {
    reason: `${JSON.stringify(id.slice(0, 80))} is not the id of a commit`,
    hint: "Give all of its 40 or 64 hexadecimal digits",
  });
}

function oneLine(name: string): string {
  if (name !== "" && !/[\0\n]/.test(name)) return name;
  throw new PlatformFailure("refused", { reason: "That is not a name of a commit" });
}
