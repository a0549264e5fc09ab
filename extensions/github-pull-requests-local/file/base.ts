import type { Client } from "../../platform/client.ts";
import { PlatformFailure } from "../../platform/failure.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import { type Commit, requireTip } from "./commit.ts";
import { type Entry, findEntry, WORDS } from "./entry.ts";
import { readWritable } from "./writable.ts";

/** What a change starts from. */
export interface Base {
  branch: string;
  commit: Commit;
  /** The file that is to be changed; undefined when it is new. */
  entry: Entry | undefined;
}

/**
 * The state of a branch that a change starts from: its tip is read once, and all else by that
 * commit's id, so that a branch that moves in between does not mix two states.
 *
 * @param branch the default branch when undefined
 * @throws PlatformFailure `refused` when something else than a file is at the path
 */
export async function readBase(
  client: Client,
  name: RepositoryName,
  branch: string | undefined,
  path: string,
): Promise<Base> {
  const standard = await readWritable(client, name);
  const chosen = branch ?? standard;
  const sha = await requireTip(client, name, chosen, "baseBranch");
  const { data } = await client.request("GET /repos/{owner}/{repo}/git/commits/{commit_sha}", {
    ...name,
    commit_sha: sha,
  });
  const tree = data.tree.sha;
  const entry = await findEntry(client, name, tree, path);
  if (entry !== undefined && entry.kind !== "file") {
    throw new PlatformFailure("refused", {
      reason: `'${path}' is a ${WORDS[entry.kind]} on ${chosen}, not a file`,
      hint: "Name a file",
    });
  }
  return { branch: chosen, commit: { sha, tree }, entry };
}

/** The mode that a file keeps when its content changes. */
export function modeOf(entry: Entry | undefined): "100644" | "100755" {
  return entry?.mode === "100755" ? "100755" : "100644";
}
