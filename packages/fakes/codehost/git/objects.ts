import type { Bare } from "./bare.ts";
import { NONE } from "./refs.ts";

/** What stands at a path. */
export interface Entry {
  path: string;
  /** Six octal digits: `100644`, `100755`, `120000`, `040000`, `160000`. */
  mode: string;
  type: "blob" | "tree" | "commit";
  sha: string;
  /** Bytes of a file; null for anything else. */
  size: number | null;
}

/** Entries of a tree; everything below it with `recursive`. */
export async function treeEntries(bare: Bare, tree: string, recursive = false): Promise<Entry[]> {
  const text = await bare.text(["ls-tree", "-z", "-l", ...recursive ? ["-r", "-t"] : [], tree]);
  return parsed(text);
}

/** What a commit or tree has at a path; undefined for nothing. The path is taken literally. */
export async function entryAt(bare: Bare, root: string, path: string): Promise<Entry | undefined> {
  const text = await bare.text(["--literal-pathspecs", "ls-tree", "-z", "-l", root, "--", path]);
  return parsed(text).find((entry) => entry.path === path);
}

function parsed(text: string): Entry[] {
  return text.split("\0").filter((line) => line !== "").map((line) => {
    const [facts, path] = split(line, "\t");
    const [mode, type, sha, size] = facts.split(/ +/) as [string, Entry["type"], string, string];
    return { path, mode, type, sha, size: size === "-" ? null : Number(size) };
  });
}

function split(text: string, by: string): [string, string] {
  const at = text.indexOf(by);
  return [text.slice(0, at), text.slice(at + by.length)];
}

/** Type and size of an object; undefined when it is absent. */
export async function objectInfo(
  bare: Bare,
  sha: string,
): Promise<{ type: string; size: number } | undefined> {
  const text = await bare.text(["cat-file", "--batch-check"], { input: `${sha}\n` });
  const found = /^[0-9a-f]{40} (\w+) (\d+)$/.exec(text);
  return found ? { type: found[1]!, size: Number(found[2]) } : undefined;
}

/** A file's bytes. */
export const readBlob = async (bare: Bare, sha: string): Promise<Uint8Array<ArrayBuffer>> =>
  (await bare.run(["cat-file", "blob", sha])).stdout;

/** Writes a file's bytes and gives the object's id. */
export const writeBlob = (bare: Bare, bytes: Uint8Array<ArrayBuffer> | string): Promise<string> =>
  bare.text(["hash-object", "-w", "--stdin"], { input: bytes });

/** A change of a tree: what stands at a path from now on; `sha` null takes it away. */
export interface Change {
  path: string;
  mode: string;
  sha: string | null;
}

/** Whether git lets a path stand in a tree. */
const isTreePath = (path: string): boolean =>
  path.split("/").every((part) => !["", ".", ".."].includes(part) && !/^\.git$/i.test(part));

/**
 * Writes `base` with changed files as a new tree and gives its id; undefined when git refuses a path or
 * an entry. `base` null stands for nothing.
 */
export async function writeTree(
  bare: Bare,
  base: string | null,
  changes: readonly Change[],
): Promise<string | undefined> {
  if (!changes.every(({ path }) => isTreePath(path))) return undefined;
  await bare.made();
  const index = await Deno.makeTempFile({ dir: bare.folder, prefix: "index-" });
  await Deno.remove(index);
  const env = { GIT_INDEX_FILE: index };
  const ok = async (args: readonly string[], input?: string) =>
    (await bare.run(args, { env, input })).code === 0;
  try {
    if (!await ok(base === null ? ["read-tree", "--empty"] : ["read-tree", base])) return undefined;
    const lines = changes.map(({ path, mode, sha }) =>
      sha === null ? `0 ${NONE}\t${path}\0` : `${mode} ${sha}\t${path}\0`
    );
    const update = ["update-index", "--add", "--replace", "-z", "--index-info"];
    if (!await ok(update, lines.join(""))) return undefined;
    const { code, stdout } = await bare.run(["write-tree"], { env });
    return code === 0 ? new TextDecoder().decode(stdout).trim() : undefined;
  } finally {
    await Deno.remove(index).catch(() => {});
  }
}
