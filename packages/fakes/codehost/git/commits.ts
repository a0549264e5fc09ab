import type { Bare } from "./bare.ts";

/** Who did something to a commit, and when (ISO 8601, UTC, whole seconds). */
export interface Signature {
  name: string;
  email: string;
  date: string;
}

/** A commit as git has it. */
export interface Commit {
  sha: string;
  tree: string;
  parents: string[];
  author: Signature;
  committer: Signature;
  message: string;
}

const FIELDS = ["%H", "%T", "%P", "%an", "%ae", "%at", "%cn", "%ce", "%ct", "%B"];
const AS_FIELDS = ["-z", `--format=${FIELDS.join("%x1f")}`];

/** Whether a text may name one object: no option, and no range. */
const isName = (text: string): boolean => !/^-|\.\.|[\s\0]/.test(text);

/**
 * Commits that `git log` lists, newest first.
 *
 * @param args revisions, limits and, after `--`, paths
 */
export async function logOf(bare: Bare, args: readonly string[]): Promise<Commit[]> {
  return commitsIn(await bare.text(["log", ...AS_FIELDS, ...args]));
}

const commitsIn = (text: string): Commit[] =>
  text.split("\0").filter((one) => one !== "").map(parsed);

/** One commit by its id or name; undefined when it is absent or something else. */
export async function findCommit(bare: Bare, name: string): Promise<Commit | undefined> {
  if (!isName(name)) return undefined;
  const result = await bare.run(["log", ...AS_FIELDS, "-1", `${name}^{commit}`, "--"]);
  return result.code === 0 ? commitsIn(new TextDecoder().decode(result.stdout))[0] : undefined;
}

/** One commit by branch, tag or id. */
export const commitNamed = async (bare: Bare, name: string): Promise<Commit | undefined> =>
  await findCommit(bare, `refs/heads/${name}`) ?? await findCommit(bare, name);

/** The object id behind a name; undefined when there is none. */
export async function resolve(bare: Bare, name: string): Promise<string | undefined> {
  if (!isName(name)) return undefined;
  const result = await bare.run(["rev-parse", "--verify", "--quiet", name]);
  const sha = new TextDecoder().decode(result.stdout).trim();
  if (result.code !== 0 || !/^[0-9a-f]{40}$/.test(sha)) return undefined;
  return (await bare.run(["cat-file", "-e", sha])).code === 0 ? sha : undefined;
}

/** What to write as a commit. Author and committer as git takes them. */
export interface NewCommit {
  tree: string;
  parents: readonly string[];
  message: string;
  author: Signature;
  committer: Signature;
}

/** Writes a commit and gives its id. No reference moves. */
export function writeCommit(
  bare: Bare,
  { tree, parents, message, author, committer }: NewCommit,
): Promise<string> {
  const args = ["commit-tree", tree, ...parents.flatMap((parent) => ["-p", parent])];
  return bare.text(args, {
    input: message,
    env: { ...signed("AUTHOR", author), ...signed("COMMITTER", committer) },
  });
}

/** The variables with which git signs in someone's name. */
export const signed = (who: "AUTHOR" | "COMMITTER", { name, email, date }: Signature) => ({
  [`GIT_${who}_NAME`]: name,
  [`GIT_${who}_EMAIL`]: email,
  [`GIT_${who}_DATE`]: date,
});

/** How far apart two commits are. */
export async function distance(
  bare: Bare,
  base: string,
  head: string,
): Promise<{ ahead: number; behind: number }> {
  const text = await bare.text(["rev-list", "--left-right", "--count", `${base}...${head}`]);
  const [behind, ahead] = text.split("\t").map(Number) as [number, number];
  return { ahead, behind };
}

/** The best common ancestor, or undefined when the histories have none. */
export async function mergeBase(bare: Bare, a: string, b: string): Promise<string | undefined> {
  const { code, stdout } = await bare.run(["merge-base", a, b]);
  return code === 0 ? new TextDecoder().decode(stdout).trim() : undefined;
}

function parsed(text: string): Commit {
  const [sha, tree, parents, an, ae, at, cn, ce, ct, ...message] = text.split("\x1f") as [
    string,
    ...string[],
  ];
  return {
    sha,
    tree: tree!,
    parents: parents === "" ? [] : parents!.split(" "),
    author: { name: an!, email: ae!, date: isoTime(at!) },
    committer: { name: cn!, email: ce!, date: isoTime(ct!) },
    message: message.join("\x1f").replace(/\n$/, ""),
  };
}

const isoTime = (seconds: string) =>
  new Date(Number(seconds) * 1000).toISOString().replace(/\.\d+Z$/, "Z");
