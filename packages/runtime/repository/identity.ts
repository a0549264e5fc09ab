import { UUID } from "@svc/core/name";
import { readSmallFile } from "../base/files/read.ts";
import { refuseLink } from "./links.ts";
import type { Repository } from "./repository.ts";

/** Bytes of a file that holds an id, at most. */
const LONGEST = 100;

/**
 * The id of this copy of a repository, or undefined when it has none yet. It is kept in `.svc`, which
 * git ignores: another clone, also one at the same path, is another copy.
 */
export function readCopyId(repository: Repository): string | undefined {
  const text = readSmallFile(fileOf(repository), LONGEST)?.trim();
  return text !== undefined && UUID.test(text) ? text : undefined;
}

/** The id of this copy of a repository, made on first need. */
export async function copyId(repository: Repository): Promise<string> {
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
