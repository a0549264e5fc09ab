import { type KeyAt, keysInStream } from "./scan.ts";

/** Larger objects hold no text of people. */
const LARGEST_BYTES = 1024 * 1024;

/** A git repository of whoever wrote it: nothing in it is run, and nothing is fetched. */
const SAFE = [
  ...["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "protocol.allow=never"],
  ...["-c", "core.pager=cat", "-c", "log.showSignature=false", "--no-optional-locks"],
];

const ENVIRONMENT = {
  GIT_TERMINAL_PROMPT: "0",
  GIT_NO_LAZY_FETCH: "1",
  GIT_NO_REPLACE_OBJECTS: "1",
  LC_ALL: "C",
};

/** Variables that have git look at another repository than that of its folder. */
const ELSEWHERE = /^GIT_(?:DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY)$/;

function git(folder: string, args: string[], stdin: "null" | "piped" = "null"): Deno.Command {
  const inherited = Object.fromEntries(
    Object.entries(Deno.env.toObject()).filter(([name]) => !ELSEWHERE.test(name)),
  );
  return new Deno.Command("git", {
    args: [...SAFE, ...args],
    cwd: folder,
    clearEnv: true,
    env: { ...inherited, ...ENVIRONMENT },
    stdin,
    stdout: "piped",
    stderr: "null",
  });
}

/** What git prints; undefined where it fails or is not installed. */
async function printed(folder: string, args: string[]): Promise<string | undefined> {
  try {
    const { success, stdout } = await git(folder, args).output();
    return success ? new TextDecoder().decode(stdout) : undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** The top folder of the git repository around `folder`; undefined where there is none. */
export async function workingTree(folder: string): Promise<string | undefined> {
  return (await printed(folder, ["rev-parse", "--show-toplevel"]))?.replace(/\n$/, "");
}

/** The paths of all files that git knows or would take, relative to the top folder. */
export async function filesOf(top: string): Promise<string[]> {
  const listed = await printed(top, ["ls-files", "-z", "-c", "-o", "--exclude-standard"]) ?? "";
  return [...new Set(listed.split("\0").filter((path) => path !== ""))];
}

/** An object of git that can hold text. */
export interface GitObject {
  id: string;
  type: string;
  size: number;
}

/** Every blob, commit and tag that git has kept, dropped ones too, up to a size. */
export async function objectsOf(top: string): Promise<GitObject[]> {
  const listed = await printed(top, [
    "cat-file",
    "--batch-all-objects",
    "--unordered",
    "--batch-check=%(objectname) %(objecttype) %(objectsize)",
  ]) ?? "";
  return listed.split("\n").flatMap((line) => {
    const [id, type, size] = line.split(" ");
    const object = { id: id!, type: type!, size: Number(size) };
    return size !== undefined && type !== "tree" && object.size <= LARGEST_BYTES ? [object] : [];
  });
}

/**
 * The keys in objects, by the object's id.
 *
 * @param more told of each object that was looked through
 */
export async function keysInObjects(
  top: string,
  objects: readonly GitObject[],
  more: (count: number) => void,
): Promise<Map<string, KeyAt[]>> {
  const found = new Map<string, KeyAt[]>();
  const child = git(top, ["cat-file", "--batch", "--buffer"], "piped").spawn();
  const ids = new Blob([objects.map(({ id }) => `${id}\n`).join("")]);
  const fed = ids.stream().pipeTo(child.stdin).catch(() => {});
  const reader = readerOf(child.stdout);
  try {
    for (let header = await reader.line(); header !== undefined; header = await reader.line()) {
      const [id, , size] = header.split(" ");
      // `<id> missing`: somebody removed it meanwhile.
      if (!/^\d+$/.test(size ?? "")) continue;
      const keys = await keysInStream([await reader.bytes(Number(size))] as never);
      await reader.bytes(1);
      if (keys.length > 0) found.set(id!, keys);
      more(1);
    }
  } finally {
    await fed;
    await child.status;
  }
  return found;
}

/** The commit and the path that a blob came with; undefined for one that no branch leads to. */
export async function placeOf(
  top: string,
  { id, type }: GitObject,
): Promise<{ commit: string; path: string } | undefined> {
  if (type !== "blob") return undefined;
  const listed = await printed(top, [
    ...["log", "--all", "--reflog", "--no-textconv", "--no-ext-diff", "-1", "--diff-filter=AM"],
    ...["--format=%h", "--name-only", "-z", `--find-object=${id}`],
  ]) ?? "";
  const [commit, path] = listed.split("\0").map((part) => part.trim()).filter((part) =>
    part !== ""
  );
  return commit === undefined || path === undefined ? undefined : { commit, path };
}

/** Reads lines and counts of bytes from a stream: fewer bytes, and no line, at its end. */
function readerOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const pieces = stream.values();
  let left = new Uint8Array();
  /** Has at least so many bytes left, where there are as many: joined once, not for each piece. */
  const fill = async (count: number): Promise<void> => {
    const parts = [left];
    for (let size = left.length; size < count;) {
      const { value } = await pieces.next();
      if (value === undefined) break;
      size += parts[parts.push(value) - 1]!.length;
    }
    if (parts.length > 1) left = await new Blob(parts).bytes();
  };
  const take = (count: number): Uint8Array => {
    const taken = left.subarray(0, count);
    left = left.subarray(count);
    return taken;
  };
  return {
    async line(): Promise<string | undefined> {
      for (let end = left.indexOf(10);; end = left.indexOf(10)) {
        if (end !== -1) return new TextDecoder().decode(take(end + 1).subarray(0, end));
        const { length } = left;
        await fill(length + 1);
        if (left.length === length) return undefined;
      }
    },
    async bytes(count: number): Promise<Uint8Array> {
      await fill(count);
      return take(count);
    },
  };
}
