// Imports a repository and kills its own process just before the change of the file system whose
// number is given, so that a test can stop it at every place there is.
import { importRepository } from "../import/import.ts";
import { killBefore } from "./kill.ts";

/** What to import where, and how far. */
export interface KilledImport {
  from: string;
  to: string;
  /** The change of the file system that does not happen any more; 0 for none. */
  killBefore: number;
}

if (import.meta.main) {
  const task = JSON.parse(Deno.args[0]!) as KilledImport;
  killBefore(task.killBefore, [task.to]);
  await importRepository(task.to, { from: task.from });
}
