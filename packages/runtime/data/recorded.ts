import { listFolder, readSmallFile } from "../files/read.ts";
import { ownPath } from "../repository/links.ts";
import type { Repository } from "../repository/repository.ts";
import type { DataOwner } from "../store/folder.ts";

/** Bytes of a run's record; svc itself writes far fewer. */
const LONGEST = 50_000_000;

/** The ids of the data that the records of a behavior's runs name (runtime reference 2.6). */
export async function recordedData(repository: Repository, owner: DataOwner): Promise<Set<string>> {
  const ids = new Set<string>();
  const outputs = `.svc/outputs/${owner.type}`;
  for (const method of await listFolder(ownPath(repository.root, outputs))) {
    if (!method.isDirectory) continue;
    const folder = `${repository.root}/${outputs}/${method.name}`;
    for (const file of await listFolder(folder)) {
      if (!file.isFile || !file.name.startsWith(`${owner.id}-`) || !file.name.endsWith(".yaml")) {
        continue;
      }
      const text = readSmallFile(`${folder}/${file.name}`, LONGEST) ?? "";
      // Whatever the form of the record: an id stands in it as it is.
      for (const [id] of text.matchAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)) ids.add(id);
    }
  }
  return ids;
}
