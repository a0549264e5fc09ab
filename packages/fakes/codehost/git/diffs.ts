import type { Bare } from "./bare.ts";

/** One file of a difference. */
export interface FileChange {
  path: string;
  /** Where a renamed file stood before. */
  previousPath?: string;
  status: "added" | "removed" | "modified" | "renamed";
  /** The file's object, or that of the removed one. */
  sha: string;
  additions: number;
  deletions: number;
  /** The hunks as git writes them; absent for files that are not text. */
  patch?: string;
}

const OPTIONS = ["-M", "--no-color", "--full-index", "--no-ext-diff"];

/** The differences between two trees or commits, by path; `from` null stands for nothing. */
export async function changesBetween(
  bare: Bare,
  from: string | null,
  to: string,
): Promise<FileChange[]> {
  const trees = from === null ? ["--root", to] : [from, to];
  const text = await bare.text([
    "diff-tree",
    "-r",
    "--no-commit-id",
    "--raw",
    "-z",
    ...OPTIONS,
    ...trees,
  ]);
  const changes = parsedRaw(text.split("\0"));
  const patch = await bare.text(["diff-tree", "--no-commit-id", "-p", ...OPTIONS, ...trees]);
  const parts = patch.split(/^(?=diff --git )/m).filter((part) => part.startsWith("diff --git "));
  return changes.map((change, index) => ({ ...change, ...hunks(parts[index] ?? "") }));
}

/** The whole difference as text, as `git diff` shows it. */
export const diffText = (bare: Bare, from: string, to: string): Promise<string> =>
  bare.text(["diff-tree", "-p", "--no-commit-id", "-M", "--no-color", from, to]);

const STATUS: Readonly<Record<string, FileChange["status"]>> = {
  A: "added",
  D: "removed",
  M: "modified",
  T: "modified",
  R: "renamed",
};

function parsedRaw(fields: string[]): Omit<FileChange, "additions" | "deletions">[] {
  const changes: Omit<FileChange, "additions" | "deletions">[] = [];
  while (fields[0]?.startsWith(":")) {
    const [, , before, after, letter] = fields.shift()!.split(" ") as [
      string,
      string,
      string,
      string,
      string,
    ];
    const status = STATUS[letter[0]!]!;
    const path = fields.shift()!;
    changes.push(
      status === "renamed"
        ? { path: fields.shift()!, previousPath: path, status, sha: after }
        : { path, status, sha: status === "removed" ? before : after },
    );
  }
  return changes;
}

/** Counts of lines and the hunks of one file's part of a patch. */
function hunks(part: string): Pick<FileChange, "additions" | "deletions" | "patch"> {
  const at = part.search(/^@@ /m);
  if (at < 0) return { additions: 0, deletions: 0 };
  const patch = part.slice(at).replace(/\n$/, "");
  const lines = patch.split("\n");
  return {
    additions: lines.filter((line) => line.startsWith("+")).length,
    deletions: lines.filter((line) => line.startsWith("-")).length,
    patch,
  };
}
