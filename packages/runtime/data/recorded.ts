import { listFolder } from "../base/files/read.ts";
import { ownPath } from "../repository/links.ts";
import type { Repository } from "../repository/repository.ts";
import type { DataOwner } from "./store/folder.ts";

/** Characters of an id. */
const ID = 36;

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
      for await (const id of idsIn(`${folder}/${file.name}`)) ids.add(id);
    }
  }
  return ids;
}

/** The ids in a record, whatever its form and size: one that was missed would let go of its data. */
async function* idsIn(path: string): AsyncGenerator<string> {
  using file = await Deno.open(path);
  let before = "";
  for await (const piece of file.readable.pipeThrough(new TextDecoderStream())) {
    const text = before + piece;
    for (const [id] of text.matchAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)) yield id;
    before = text.slice(-(ID - 1));
  }
}
