import { absolutePath } from "../../base/files/path.ts";
import { lstatIfPresent } from "../../base/files/read.ts";
import { refuseLink } from "../../repository/links.ts";
import type { Repository } from "../../repository/repository.ts";
import { markerFolders } from "../../extension/sources/base.ts";

/** Name of the lockfile, kept in git. */
export const LOCKFILE = "upstream_extensions.json";

/**
 * Where the lockfile of a repository is: at its root, or, when there is none, among the models where
 * other tools of the format keep it (extension format reference §7.2). A new one is made at the root.
 *
 * @throws SvcError `conflict` where a symbolic link is in its place
 */
export async function lockfilePath({ root }: Repository): Promise<string> {
  const own = `${root}/${LOCKFILE}`;
  if (await lstatIfPresent(own)) return own;
  const models = Deno.env.get("SVC_MODELS_DIR") || (await markerFolders(root))["modelsDir"];
  const other = `${absolutePath(models || "extensions/models", root)}/${LOCKFILE}`;
  if (!await lstatIfPresent(other)) return own;
  await refuseLink(other);
  return other;
}
