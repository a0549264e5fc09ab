import { readSmallFile } from "../../base/files/read.ts";
import { LARGEST_MARKER, MARKER, type Repository } from "../../repository/repository.ts";

/** Reads an environment variable. */
export type Env = (name: string) => string | undefined;

/**
 * True when a repository or the environment may name a datastore. Looks at no more than one small file,
 * so that a command of a repository without one pays nothing else.
 */
export function namesDatastore(repository: Repository, env: Env): boolean {
  if (env("SVC_DATASTORE")) return true;
  const text = readSmallFile(`${repository.root}/${MARKER}`, LARGEST_MARKER);
  // A marker that is too large may name one, and is refused when it is read.
  return text === undefined || /datastore/i.test(text);
}
