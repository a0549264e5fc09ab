import { visibleName } from "@svc/core/text";
import type { ListedFile } from "../../source/list.ts";
import { sourceHref } from "../address/links.ts";
import { sizeText } from "../components/size.ts";
import { type Folder, treeOf } from "./tree.ts";

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
