import type { Manifest } from "@svc/core/manifest";
import { absolutePath, parentOf } from "../../base/files/path.ts";
import { readTextIfPresent } from "../../base/files/read.ts";
import { LARGEST_MARKER, MARKER } from "../../repository/repository.ts";
import { SOURCE_KINDS, type SourceKind } from "./kinds.ts";

/**
 * The folder the manifest's entries of each kind are relative to (extension format reference §1.1):
 * the manifest's own when `paths.base` is `manifest`, else `SVC_<KIND>_DIR`, else the marker's
 * `<kind>Dir`, else `extensions/<kind>`, all relative to the repository or to the manifest's folder
 * when there is none.
 */
export async function baseFolders(
  manifest: Manifest,
  manifestFile: string,
  repository: string | undefined,
  env: (name: string) => string | undefined,
): Promise<Record<SourceKind, string>> {
  const own = parentOf(manifestFile);
  const root = repository ?? own;
  const marked = manifest.paths.base === "manifest" ? {} : await markerFolders(root);
  const folders = {} as Record<SourceKind, string>;
  for (const { kind, variable } of SOURCE_KINDS) {
    folders[kind] = manifest.paths.base === "manifest"
      ? own
      : absolutePath(env(variable) || marked[`${kind}Dir`] || `extensions/${kind}`, root);
  }
  return folders;
}

/**
 * The folders of a repository's sources that the marker or a variable names in place of those in
 * `extensions`; absolute.
 */
export async function namedFolders(
  root: string,
  env: (name: string) => string | undefined,
): Promise<string[]> {
  const marked = await markerFolders(root);
  return SOURCE_KINDS.flatMap(({ kind, variable }) => {
    const named = env(variable) || marked[`${kind}Dir`];
    return named ? [absolutePath(named, root)] : [];
  });
}

/** The marker's keys with a text as value; none without a marker that names folders. */
export async function markerFolders(root: string): Promise<Record<string, string>> {
  const text = await readTextIfPresent(`${root}/${MARKER}`, LARGEST_MARKER);
  if (text === undefined || !/Dir\s*:/.test(text)) return {};
  const { parse } = await import("yaml");
  const marker: unknown = parse(text);
  return Object.fromEntries(
    Object.entries(marker as Record<string, unknown>).filter((pair): pair is [string, string] =>
      typeof pair[1] === "string"
    ),
  );
}
