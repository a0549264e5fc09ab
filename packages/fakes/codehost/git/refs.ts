import type { Bare } from "./bare.ts";

/** A reference and what it points at. */
export interface Ref {
  /** Full name: `refs/heads/main`. */
  name: string;
  sha: string;
  type: "commit" | "tag" | "tree" | "blob";
}

/** References below a prefix such as `refs/heads/`, in the order of their names. */
export async function refsBelow(bare: Bare, prefix: string): Promise<Ref[]> {
  const format = "%(refname) %(objectname) %(objecttype)";
  // Git itself takes whole segments only; it still spares the thousands below `refs/pull`.
  const folder = prefix.slice(0, prefix.lastIndexOf("/") + 1);
  const text = await bare.text(["for-each-ref", `--format=${format}`, folder]);
  return text.split("\n").filter((line) => line.startsWith(prefix)).map((line) => {
    const [name, sha, type] = line.split(" ") as [string, string, Ref["type"]];
    return { name, sha, type };
  });
}

/** The reference of exactly that name. */
export const findRef = async (bare: Bare, name: string): Promise<Ref | undefined> =>
  (await refsBelow(bare, name)).find((ref) => ref.name === name);

/** Whether nothing was ever committed to a branch or tag. */
export const isEmpty = async (bare: Bare): Promise<boolean> =>
  (await refsBelow(bare, "refs/")).length === 0;

/**
 * Moves a reference from `before` to `after`; `null` stands for "absent". False when it was not at
 * `before` any more: of two callers at once one wins.
 */
export async function moveRef(
  bare: Bare,
  name: string,
  before: string | null,
  after: string | null,
): Promise<boolean> {
  const args = after === null
    ? ["update-ref", "-d", name, before!]
    : ["update-ref", name, after, before ?? NONE];
  return (await bare.run(args)).code === 0;
}

/** What git writes for an object that does not exist. */
export const NONE = "0".repeat(40);

/** Whether a full name is one that git accepts. */
export const isRefName = async (bare: Bare, name: string): Promise<boolean> =>
  (await bare.run(["check-ref-format", name])).code === 0;
