import { plainEntry } from "@svc/core/entry";
import type { Manifest } from "@svc/core/manifest";
import { absolutePath, parentOf } from "../../base/files/path.ts";
import { lstatIfPresent } from "../../base/files/read.ts";
import { markerFolders } from "./base.ts";
import { checkedEntry } from "./entry.ts";
import type { Problems } from "./problems.ts";

/** Where the workflows of a manifest are looked for. */
interface WorkflowPlace {
  manifest: Manifest;
  manifestFile: string;
  repository: string | undefined;
  env: (name: string) => string | undefined;
  found: Problems;
  /** The manifest's line of an entry. */
  line(entry: string): string;
}

/**
 * The workflows of a manifest: absolute paths by path in the archive. Each is looked up beside the
 * manifest when `paths.base` is `manifest`, then in the repository's `workflows`, then in
 * `extensions/workflows` or what names another folder (extension format reference §1.1). In the archive
 * they stand in one folder: `a/b/flow.yaml` becomes `a-b.yaml`.
 */
export async function findWorkflows(place: WorkflowPlace): Promise<Map<string, string>> {
  const { manifest, found, line } = place;
  const workflows = new Map<string, string>();
  if (manifest.workflows.length === 0) return workflows;
  const folders = await workflowFolders(place);
  for (const entry of manifest.workflows) {
    const name = `workflows/${archiveName(entry)}`;
    if (workflows.has(name)) {
      found.add(line(entry), `'${entry}' and another workflow are both ${name} in the archive`);
      continue;
    }
    const folder = await firstWith(folders, entry);
    if (folder === undefined) {
      found.add(line(entry), `'${entry}' is not in ${folders.join(", nor in ")}`);
      continue;
    }
    const path = await checkedEntry(folder, entry, line(entry), found);
    if (path !== undefined) workflows.set(name, path);
  }
  return workflows;
}

async function workflowFolders(
  { manifest, manifestFile, repository, env }: WorkflowPlace,
): Promise<string[]> {
  const own = parentOf(manifestFile);
  const root = repository ?? own;
  const named = env("SVC_WORKFLOWS_DIR") || (await markerFolders(root))["workflowsDir"];
  return [
    ...(manifest.paths.base === "manifest" ? [own] : []),
    `${root}/workflows`,
    absolutePath(named || "extensions/workflows", root),
  ];
}

async function firstWith(folders: readonly string[], entry: string): Promise<string | undefined> {
  for (const folder of folders) {
    if (await lstatIfPresent(absolutePath(entry, folder)) !== undefined) return folder;
  }
  return undefined;
}

function archiveName(entry: string): string {
  const parts = plainEntry(entry).split("/");
  return parts.length === 1 ? parts[0]! : `${parts.slice(0, -1).join("-")}.yaml`;
}
