import { SvcError } from "@svc/core/error";
import { sha256Hex } from "../base/files/digest.ts";
import { assertNotWritable } from "../base/files/private.ts";
import type { Repository } from "./repository.ts";
import { UUID } from "@svc/core/name";
import { readSmallFile } from "../base/files/read.ts";
import { refuseLink } from "./links.ts";

/**
 * The folder in the person's configuration where what they decided for this copy of a repository is
 * kept: named by its real path and its id, neither of which a repository can bring along. Undefined
 * when nothing was decided yet, or there is no configuration folder.
 *
 * @throws SvcError `config_exposed` when others could have written in it.
 */
export async function personalFolder(repository: Repository): Promise<string | undefined> {
  const id = readCopyId(repository);
  if (repository.config === undefined || id === undefined) return undefined;
  return await folderOf(repository.config, repository, id);
}

/**
 * As {@linkcode personalFolder}, giving the repository its id when it has none.
 *
 * @throws SvcError also `validation_failed` without a configuration folder.
 */
export async function makePersonalFolder(repository: Repository): Promise<string> {
  if (repository.config === undefined) {
    throw new SvcError("validation_failed", "There is no folder to store your consent in", {
      hint: "Set HOME or XDG_CONFIG_HOME to an absolute path.",
    });
  }
  return await folderOf(repository.config, repository, await copyId(repository));
}

async function folderOf(config: string, { root }: Repository, id: string): Promise<string> {
  const folder = `${config}/repositories`;
  await assertNotWritable(config);
  await assertNotWritable(folder);
  const key = await sha256Hex(`${await Deno.realPath(root)}\0${id}`);
  return `${folder}/${key.slice(0, 32)}`;
}

/** Bytes of a file that holds an id, at most. */
const LONGEST = 100;

/**
 * The id of this copy of a repository, or undefined when it has none yet. It is kept in `.svc`, which
 * git ignores: another clone, also one at the same path, is another copy.
 */
function readCopyId(repository: Repository): string | undefined {
  const text = readSmallFile(fileOf(repository), LONGEST)?.trim();
  return text !== undefined && UUID.test(text) ? text : undefined;
}

/** The id of this copy of a repository, made on first need. */
async function copyId(repository: Repository): Promise<string> {
  const known = readCopyId(repository);
  if (known !== undefined) return known;
  const path = fileOf(repository);
  await refuseLink(path);
  await Deno.mkdir(repository.state, { recursive: true });
  using file = await Deno.open(path, { read: true, write: true, create: true });
  // Of two first needs at once, the second takes the id of the first.
  await file.lock(true);
  const made = readCopyId(repository);
  if (made !== undefined) return made;
  const id = crypto.randomUUID();
  await file.truncate(0);
  await file.write(new TextEncoder().encode(`${id}\n`));
  return id;
}

function fileOf(repository: Repository): string {
  return `${repository.state}/copy-id`;
}
