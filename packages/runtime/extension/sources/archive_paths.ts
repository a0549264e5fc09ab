import { parentOf, relativeInside } from "../../base/files/path.ts";
import { TYPES_FILE, TYPES_KEY } from "./types_module.ts";
import { SOURCE_KINDS } from "./kinds.ts";

type Kind = typeof SOURCE_KINDS[number]["kind"];

/**
 * The places of local modules in the archive. A file in the folder of a kind goes to that kind's, so
 * that a report and a model share one copy. What is beside the folders of the kinds goes to
 * `_shared/` of the kind that first needs it, and what is elsewhere is not part of the extension,
 * but for the types of extensions: the archive brings them along, so that any tool can read it.
 *
 * @param bases absolute folder of each kind
 * @param own absolute folder of the manifest
 * @param root absolute folder of the repository, which as a whole is nobody's extension
 */
export function archivePaths(
  bases: Readonly<Record<Kind, string>>,
  own: string,
  root: string,
) {
  const folders = [
    ...new Set([own, ...Object.values(bases).filter((folder) => folder !== own).map(parentOf)]),
  ]
    .filter((folder) => isInside(root, folder) && (folder !== root || folder === own));
  const shared = new Map<string, string>();
  const sharedKey = (kind: Kind, path: string) => {
    const folder = folders.find((folder) => relativeInside(folder, path) !== undefined);
    if (folder === undefined) return undefined;
    const key = shared.get(path) ?? `${kind}/_shared/${relativeInside(folder, path)}`;
    shared.set(path, key);
    return key;
  };
  const keyOfTypes = (kind: Kind) => {
    const key = shared.get(TYPES_FILE) ?? `${kind}/${TYPES_KEY}`;
    shared.set(TYPES_FILE, key);
    return key;
  };
  return {
    folders: [...Object.values(bases), ...folders],
    of: (kind: Kind) => (path: string) => {
      if (path === TYPES_FILE) return keyOfTypes(kind);
      const order = [kind, ...SOURCE_KINDS.map((other) => other.kind)];
      const found = order.find((other) => relativeInside(bases[other], path) !== undefined);
      return found === undefined
        ? sharedKey(kind, path)
        : `${found}/${relativeInside(bases[found], path)}`;
    },
  };
}

/** True for a folder itself and for what is in it. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || relativeInside(folder, path) !== undefined;
}
