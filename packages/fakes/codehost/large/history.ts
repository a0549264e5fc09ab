import { refsBelow } from "../git/mod.ts";
import type { Project } from "../state/mod.ts";
import { BEGIN, END, type Size, type Subject } from "./plan.ts";
import type { Random } from "../random/mod.ts";
import { title } from "./words.ts";

/** Commits that were made. */
export interface History {
  /** Ids of the base branch's commits, oldest first. */
  base: string[];
  /** The last commit of each pull request, by number. */
  heads: ReadonlyMap<number, string>;
}

/** The branch of a pull request that comes from the repository itself. */
export const branchOf = (number: number): string => `topic/${number}`;

/** Writes the whole history in one go, with `git fast-import`. */
export async function writeHistory(
  random: Random,
  { git }: Project,
  size: Size,
  subjects: readonly Subject[],
): Promise<History> {
  const stream: string[] = [];
  let mark = 0;
  const commit = (from: number | undefined, time: number, files: number) => {
    const parent = from === undefined ? undefined : `:${from}`;
    stream.push(commitText(random, "refs/import/all", ++mark, parent, time, files));
    return mark;
  };
  const base: number[] = [];
  for (let index = 0; index < size.commits; index++) {
    const from = base.at(-1);
    const time = BEGIN + ((END - BEGIN) * index) / size.commits;
    base.push(commit(from, time, index === 0 ? FILES.length : 1 + random.below(3)));
  }
  for (const { number, createdAt, open, pull } of subjects) {
    if (!pull) continue;
    let from = base[pull.from]!;
    for (let left = 1 + random.below(2); left > 0; left--) {
      from = commit(from, createdAt, 1 + random.below(3));
    }
    stream.push(pointed(`refs/pull/${number}/head`, from));
    if (open && !pull.forkless) stream.push(pointed(`refs/heads/${branchOf(number)}`, from));
  }
  stream.push(pointed("refs/heads/main", base.at(-1)!));
  // Marks begin again wherever a commit says what it comes from; no reference has to be moved by it.
  await git.text(["fast-import", "--quiet", "--force"], { input: stream.join("") });
  await git.text(["update-ref", "-d", "refs/import/all"]);
  await git.text(["pack-refs", "--all"]);
  const heads = (await refsBelow(git, "refs/pull/")).map(({ name, sha }) =>
    [Number(name.split("/")[2]), sha] as const
  );
  const list = await git.text(["rev-list", "--reverse", "refs/heads/main"]);
  return { base: list.split("\n"), heads: new Map(heads) };
}

/** Points a reference at a commit of the stream. */
const pointed = (name: string, mark: number) => `reset ${name}\nfrom :${mark}\n\n`;

/** Files of the repository. */
const FILES = [
  "README.md",
  ...Array.from(
    { length: 240 },
    (_, index) => `src/part-${index % 12}/${index % 3 === 0 ? "deep/" : ""}file-${index}.ts`,
  ),
];

function commitText(
  random: Random,
  ref: string,
  mark: number,
  from: string | undefined,
  time: number,
  files: number,
): string {
  const who = `maker <maker@users.noreply.github.com> ${Math.floor(time / 1000)} +0000`;
  const paths = files === FILES.length ? FILES : random.some(FILES, files);
  const changes = paths.map((path) => {
    const lines = Array.from({ length: 3 + random.below(6) }, () => random.below(1e9).toString(36));
    return `M 100644 inline ${path}\n${data(lines.join("\n"))}`;
  });
  const parent = from === undefined ? "" : `from ${from}\n`;
  return `commit ${ref}\nmark :${mark}\nauthor ${who}\ncommitter ${who}\n` +
    data(title(random)) + parent + changes.join("");
}

const data = (text: string) => `data ${new TextEncoder().encode(text).length}\n${text}\n`;

/** Writes one commit on a branch, on top of it or on the base branch, and gives its id. */
export async function writeOn(
  random: Random,
  { git }: Project,
  branch: string,
  from: string,
  time: number,
): Promise<string> {
  const ref = `refs/heads/${branch}`;
  const stream = commitText(random, ref, 1, from, time, 1 + random.below(3));
  await git.text(["fast-import", "--quiet", "--force"], { input: stream });
  return await git.text(["rev-parse", ref]);
}
