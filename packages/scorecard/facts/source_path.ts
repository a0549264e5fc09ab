import { fileUrl, type Workspace } from "./workspace.ts";

/** A path inside the extension from one inside the workspace, as URL or as path. */
export function sourcePath(file: string, workspace: Workspace): string {
  const url = `${fileUrl(workspace.sources)}/`;
  if (file.startsWith(url)) return decodeURIComponent(file.slice(url.length));
  const folder = `${workspace.sources}/`;
  return file.startsWith(folder) ? file.slice(folder.length) : file;
}

/** A tool's message without the workspace's paths, which say nothing to an author. */
export function withoutWorkspace(text: string, workspace: Workspace): string {
  return text
    .replaceAll(`${fileUrl(workspace.sources)}/`, "")
    .replaceAll(`${workspace.sources}/`, "")
    .replaceAll(`${fileUrl(workspace.root)}/outside/`, "/")
    .replaceAll(workspace.root, "");
}
