import type { Objects } from "./objects.ts";

/** Where the heads of pull requests are fetched to. */
const HEADS = "refs/remotes/pull/";

/** The heads of pull requests as they were fetched last, number to commit. */
export async function pullHeads(objects: Objects): Promise<Map<number, string>> {
  const heads = new Map<number, string>();
  for (const [name, id] of await refsBelow(objects, HEADS)) {
    const number = /^([1-9]\d{0,9})\/head$/.exec(name.slice(HEADS.length))?.[1];
    if (number !== undefined) heads.set(Number(number), id);
  }
  return heads;
}

/** Full names of refs and what they are at. */
export async function refsBelow(objects: Objects, prefix: string): Promise<Map<string, string>> {
  const listed = await objects.git(["for-each-ref", "--format=%(objectname) %(refname)", prefix]);
  return new Map(
    listed.split("\n").filter((line) => line !== "").map((line) => {
      const space = line.indexOf(" ");
      return [line.slice(space + 1), line.slice(0, space)];
    }),
  );
}
