import { copyFolder } from "../../packages/runtime/testing/copied.ts";
import { temporaryFolder } from "../../packages/runtime/testing/extension.ts";
import type { Person } from "./svc.ts";

/**
 * All but the sources of a person's repository, which no test changes and whose times tell that what
 * was built of them is theirs.
 */
const CHANGED = ["home", "work/.svc", "work/behaviors"];

/**
 * Sets a person up for all tests of a file, which may be set back before each: building an extension
 * takes longer than most of them.
 *
 * @returns the person, as they were when they were set up
 */
export async function builtPerson(setUp: () => Promise<Person>): Promise<() => Person> {
  const person = await setUp();
  const saved = await temporaryFolder();
  Deno.test.afterAll(async () => {
    await person[Symbol.asyncDispose]();
    await saved[Symbol.asyncDispose]();
  });
  const folder = person.home.replace(/\/home$/, "");
  await Deno.mkdir(`${saved.path}/work`);
  for (const path of CHANGED) copyFolder(`${folder}/${path}`, `${saved.path}/${path}`);
  return () => {
    for (const path of CHANGED) copyFolder(`${saved.path}/${path}`, `${folder}/${path}`);
    return person;
  };
}
