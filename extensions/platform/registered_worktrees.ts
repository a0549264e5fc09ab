/** A worktree as git knows it. */
export interface Registered {
  /** Absolute, as git wrote it down. */
  path: string;
  /** The commit checked out; null when there is none yet. */
  head: string | null;
  /** Full ref, for example `refs/heads/main`; null when detached. */
  branch: string | null;
  /** Why it is locked, perhaps empty; null when it is not. */
  lock: string | null;
}

/** Reads what `git worktree list --porcelain -z` printed, without the bare repository itself. */
export function readRegistered(output: string): Registered[] {
  return output.split("\0\0")
    .map((record) => record.split("\0").filter((line) => line !== ""))
    .filter((lines) => lines[0]?.startsWith("worktree ") && !lines.includes("bare"))
    .map(readOne);
}

function readOne(lines: readonly string[]): Registered {
  const valueOf = (key: string) => {
    const line = lines.find((one) => one === key || one.startsWith(`${key} `));
    return line === undefined ? null : line.slice(key.length + 1);
  };
  const head = valueOf("HEAD");
  return {
    path: valueOf("worktree")!,
    head: head === null || /^0*$/.test(head) ? null : head,
    branch: valueOf("branch"),
    lock: valueOf("locked"),
  };
}
