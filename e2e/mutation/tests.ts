import { type Area, areaOf, AREAS } from "./areas.ts";

/**
 * The tests to run for a source, from the root: those that stand in its folder, else in the nearest
 * folder above it within its area, and what the area names beside.
 *
 * @param root absolute path of the repository
 * @param file from the root
 * @returns groups to run one after the other: its own test first, which notices most; none is empty
 */
export async function testsOf(
  root: string,
  file: string,
  areas: readonly Area[] = AREAS,
): Promise<string[][]> {
  const area = areaOf(file, areas);
  const top = area?.folder ?? file.split("/").slice(0, 2).join("/");
  const more = area?.tests ?? [];
  for (let folder = parent(file); folder.startsWith(top); folder = parent(folder)) {
    const found = await testsIn(root, folder);
    if (found.length > 0) return groups(file, [...found, ...more]);
  }
  return groups(file, more);
}

function groups(file: string, tests: readonly string[]): string[][] {
  const own = file.replace(/\.tsx?$/, "_test.");
  const [first, others] = [true, false].map((wanted) =>
    tests.filter((test) => test.startsWith(own) === wanted)
  );
  return [first!, others!].filter((group) => group.length > 0);
}

async function testsIn(root: string, folder: string): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(`${root}/${folder}`));
  return entries.filter(({ name }) => /_test\.tsx?$/.test(name))
    .map(({ name }) => `${folder}/${name}`).sort();
}

function parent(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}
