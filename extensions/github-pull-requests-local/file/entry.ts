import type { Client } from "../../platform/client.ts";
import { PlatformFailure } from "../../platform/failure.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";

/** What stands at a path of a commit. */
export interface Entry {
  kind: "file" | "folder" | "link" | "submodule";
  /** Git's mode, six digits. */
  mode: string;
  sha: string;
  /** Bytes, for files and links. */
  size: number;
}

const KINDS: Readonly<Record<string, Entry["kind"]>> = {
  "040000": "folder",
  "120000": "link",
  "160000": "submodule",
};

/**
 * Finds what stands at a path, folder by folder: only a tree tells a link from a file and whether
 * it is executable.
 *
 * @param tree id of the commit's tree
 * @returns undefined when nothing is there
 * @throws PlatformFailure `refused` when the path leads through something that is not a folder
 */
export async function findEntry(
  client: Client,
  name: RepositoryName,
  tree: string,
  path: string,
): Promise<Entry | undefined> {
  const parts = path.split("/");
  let folder = tree;
  for (const [index, part] of parts.entries()) {
    const entry = await child(client, name, folder, part);
    if (entry === undefined || index === parts.length - 1) return entry;
    if (entry.kind !== "folder") throw notFolder(parts.slice(0, index + 1).join("/"), entry);
    folder = entry.sha;
  }
  return undefined;
}

async function child(
  client: Client,
  name: RepositoryName,
  folder: string,
  part: string,
): Promise<Entry | undefined> {
  const { data } = await client.request("GET /repos/{owner}/{repo}/git/trees/{tree_sha}", {
    ...name,
    tree_sha: folder,
  });
  const found = data.tree.find((entry) => entry.path === part);
  if (found === undefined) {
    if (!data.truncated) return undefined;
    throw new PlatformFailure("too_large", {
      reason: "a parent folder is too large for the API to list",
      hint: "Use git",
    });
  }
  const { mode, sha, size = 0 } = found;
  return { kind: KINDS[mode] ?? "file", mode, sha, size };
}

function notFolder(path: string, { kind }: Entry): PlatformFailure {
  return new PlatformFailure("refused", {
    reason: `'${path}' is a ${WORDS[kind]}, so nothing is below it`,
    hint: kind === "link" ? "Write the path it points to" : "Correct the path",
  });
}

/** How messages name what stands at a path. */
export const WORDS: Readonly<Record<Entry["kind"], string>> = {
  file: "file",
  folder: "folder",
  link: "symbolic link",
  submodule: "submodule",
};
