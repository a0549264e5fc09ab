import { visibleName } from "@svc/core/text";
import type { ListedFile } from "../../source/list.ts";
import { sourceHref } from "../address/links.ts";
import { sizeText } from "../components/size.ts";

/** Files up to which every folder is open. */
const MOST_OPEN = 80;

/** Files as a tree of folders that open and close, each file with its size. */
export function FileTree({ name, version, folder, files }: {
  name: string;
  version: string;
  folder: string | undefined;
  files: ListedFile[];
}) {
  const href = (path: string) => sourceHref(name, version, path);
  const tree = treeOf(files, folder === undefined ? "" : `${folder}/`);
  return (
    <div class="file-tree sheet">
      <Rows folder={tree} href={href} open={files.length <= MOST_OPEN} />
    </div>
  );
}

function Rows({ folder, href, open }: {
  folder: Folder;
  href: (path: string) => string;
  open: boolean;
}) {
  return (
    <ul>
      {folder.folders.map((inner) => (
        <li>
          <details open={open}>
            <summary>{visibleName(inner.name)}/</summary>
            <Rows folder={inner} href={href} open={open} />
          </details>
        </li>
      ))}
      {folder.files.map(({ path, bytes, executable }) => (
        <li class="file-row">
          <a href={href(path)}>{visibleName(path.slice(path.lastIndexOf("/") + 1))}</a>
          {executable ? <span class="chip chip-quiet">executable</span> : null}
          <span class="file-size">{sizeText(bytes)}</span>
        </li>
      ))}
    </ul>
  );
}

/** A folder with what is directly inside it. */
interface Folder {
  name: string;
  folders: Folder[];
  files: ListedFile[];
}

/** Files as a tree; their paths are taken relative to `root`, which ends in `/` unless empty. */
function treeOf(files: readonly ListedFile[], root = ""): Folder {
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
