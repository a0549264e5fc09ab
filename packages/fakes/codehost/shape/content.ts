import type { Call } from "../call/mod.ts";
import type { Entry } from "../git/mod.ts";
import type { Project } from "../state/mod.ts";
import { apiOf, encodedPath, pageOf } from "./commit.ts";

/**
 * What stands at a path, as it is listed. A listing calls submodules files, as the API's version of
 * 2022-11-28 does.
 */
export function contentEntry(call: Call, project: Project, ref: string, entry: Entry) {
  const path = encodedPath(entry.path);
  const url = `${apiOf(call, project)}/contents/${path}?ref=${encodeURIComponent(ref)}`;
  const kind = entry.type === "tree" ? "tree" : "blob";
  const git = entry.type === "commit" ? null : `${apiOf(call, project)}/git/${kind}s/${entry.sha}`;
  const html = `${pageOf(call, project)}/${kind}/${encodeURIComponent(ref)}/${path}`;
  const download = entry.type === "blob" ? `${pageOf(call, project)}/raw/${ref}/${path}` : null;
  return {
    type: entry.type === "tree" ? "dir" : entry.mode === "120000" ? "symlink" : "file",
    name: entry.path.split("/").at(-1)!,
    path: entry.path,
    sha: entry.sha,
    size: entry.size ?? 0,
    url,
    git_url: git,
    html_url: html,
    download_url: download,
    _links: { self: url, git, html },
  };
}
