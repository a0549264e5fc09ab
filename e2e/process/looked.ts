import { ownFolder } from "../../packages/runtime/base/process/deno_folder.ts";
import { shortHash } from "../../packages/runtime/base/files/digest.ts";
import type { Person } from "./svc.ts";

/** Has the next command in the person's repository look for what killed processes left, as once a day. */
export async function removeMarksOf(person: Person): Promise<void> {
  const own = ownFolder((name) => person.env[name]);
  await Deno.remove(`${own}/looked/${shortHash(await Deno.realPath(person.work))}`);
}
