import { fileUrl, parentOf } from "../../base/files/path.ts";
import { TYPES_FILE } from "./types_module.ts";

/** Stands before the path of a file that Deno is not to open; it knows no such address. */
export const CLOSED = "outside://";

type Names = Record<string, string>;

/** An import map, as Deno reads it. */
interface ImportMap {
  imports?: Names;
  scopes?: Record<string, Names>;
}

/**
 * An import map by which every file outside of the folders has an address that leads nowhere, also
 * where the given names say otherwise: Deno's own commands obey no permission.
 *
 * @param folders absolute paths; those of svc's own types come with them
 * @param names what bare names mean
 */
export function closedNames(folders: readonly string[], names: ImportMap): Required<ImportMap> {
  const open = [...folders, parentOf(TYPES_FILE)].map((folder) => `${fileUrl(folder)}/`);
  const closed = (address: string): string => {
    if (!/^(?:\.{0,2}\/|file:)/i.test(address)) return address;
    const { href } = new URL(address, "file:///");
    return open.some((folder) => href.startsWith(folder)) ? href : href.replace("file://", CLOSED);
  };
  const allClosed = (given: Names = {}): Names =>
    Object.fromEntries(Object.entries(given).map(([name, to]) => [name, closed(to)]));
  return {
    imports: {
      ...allClosed(names.imports),
      ...Object.fromEntries(open.map((folder) => [folder, folder])),
      "file:///": `${CLOSED}/`,
    },
    scopes: Object.fromEntries(
      Object.entries(names.scopes ?? {}).map(([scope, given]) => [scope, allClosed(given)]),
    ),
  };
}
