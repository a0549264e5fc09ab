// Imports a repository. Just before each change of the file system it copies what a kill would leave
// behind there, so that a test can go on from every place there is; or it does kill itself, before the
// change whose number is given.
import { importRepository } from "../import/import.ts";
import { copyFolder } from "./copied.ts";
import { beforeEachChange } from "./each_change.ts";

/** What to import where, and how far. */
export interface KilledImport {
  from: string;
  to: string;
  /** A folder that gets a copy of `to` before each change, named by its number. */
  copies?: string;
  /** The change of the file system that does not happen any more. */
  killBefore?: number;
}

if (import.meta.main) {
  const task = JSON.parse(Deno.args[0]!) as KilledImport;
  const { copies, killBefore } = task;
  const changes = beforeEachChange([task.to], (number) => {
    if (copies) copyFolder(task.to, `${copies}/${number}`);
    if (number === killBefore) Deno.kill(Deno.pid, "SIGKILL");
  });
  await importRepository(task.to, { from: task.from });
  await Deno.stdout.write(new TextEncoder().encode(`${changes()}\n`));
}
