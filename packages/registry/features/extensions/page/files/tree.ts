import type { ListedFile } from "../../source/list.ts";

/** A folder with what is directly inside it. */
export interface Folder {
  name: string;
  folders: Folder[];
  files: ListedFile[];
}

/** Files as a tree; their paths are taken relative to `root`, which ends in `/` unless empty. */
export function treeOf(files: readonly ListedFile[], root = ""): Folder {
  const top: Folder = { name: "", folders: [], files: [] };
  for (const file of files) {
    const segments = file.path.slice(root.length).split("/");
    let folder = top;
    for (const name of segments.slice(0, -1)) {
      let inner = folder.folders.find((other) => other.name === name);
      if (inner === undefined) folder.folders.push(inner = { name, folders: [], files: [] });
      folder = inner;
    }
    folder.files.push(file);
  }
  return top;
}
