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
  await bare.made();
  // Whole segments: it spares the thousands below `refs/pull`.
  const folder = prefix.slice(0, prefix.lastIndexOf("/") + 1);
  return (looseRefs(bare, folder) ?? await listedRefs(bare, folder))
    .filter(({ name }) => name.startsWith(prefix));
}

async function listedRefs(bare: Bare, folder: string): Promise<Ref[]> {
  const format = "%(refname) %(objectname) %(objecttype)";
  const text = await bare.text(["for-each-ref", `--format=${format}`, folder]);
  return text.split("\n").filter((line) => line !== "").map((line) => {
    const [name, sha, type] = line.split(" ") as [string, string, Ref["type"]];
    return { name, sha, type };
  });
}

/**
 * Branches and heads of pull requests from their files, which takes no process: they are asked for many
 * times a request. Undefined where git has packed some, or for what may be of any type.
 */
function looseRefs(bare: Bare, folder: string): Ref[] | undefined {
  if (!/^refs\/(?:heads|pull)\//.test(folder)) return undefined;
  const at = (path: string) => `${bare.folder}/${path}`;
  if (unlessGone(() => Deno.statSync(at("packed-refs"))) !== undefined) return undefined;
  const found: Ref[] = [];
  const folders = [folder];
  for (let below = folders.pop(); below !== undefined; below = folders.pop()) {
    for (const { name, isDirectory } of unlessGone(() => [...Deno.readDirSync(at(below))]) ?? []) {
      if (isDirectory) folders.push(`${below}${name}/`);
      else if (!name.endsWith(".lock")) {
        const sha = unlessGone(() => Deno.readTextFileSync(at(below + name)).trim());
        if (sha !== undefined) found.push({ name: below + name, sha, type: "commit" });
      }
    }
  }
  return found.sort((a, b) => a.name < b.name ? -1 : 1);
}

function unlessGone<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** The reference of exactly that name. */
export const findRef = async (bare: Bare, name: string): Promise<Ref | undefined> =>
  (await refsBelow(bare, name)).find((ref) => ref.name === name);

/** Whether nothing was ever committed to a branch or tag. */
export const isEmpty = async (bare: Bare): Promise<boolean> =>
  (await refsBelow(bare, "refs/heads/")).length === 0 &&
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
