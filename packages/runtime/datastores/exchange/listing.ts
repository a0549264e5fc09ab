import { UUID } from "@svc/core/name";
import { SvcError } from "@svc/core/error";
import { isAbsent } from "../../base/files/read.ts";
import { ownPath } from "../../repository/links.ts";
import { DATA, MOST_FILES, OUTPUTS, parseName } from "./paths.ts";

/** What is in an exchange folder of one behavior: ids by kind. Nothing is read. */
export interface Listing {
  versions: Set<string>;
  records: Set<string>;
  runs: Set<string>;
}

/** The ids of the behaviors that an exchange folder holds something of. */
export function behaviorsIn(exchange: string): Set<string> {
  const ids = new Set<string>();
  for (const folder of [DATA, OUTPUTS]) {
    for (const { name, isDirectory } of entriesOf(ownPath(exchange, folder))) {
      if (isDirectory && UUID.test(name)) ids.add(name);
    }
  }
  return ids;
}

/**
 * What an exchange folder holds of a behavior.
 *
 * @throws SvcError `datastore_failed` for more files than svc ever writes; `conflict` for a link
 */
export function listBehavior(exchange: string, definition: string): Listing {
  const listing: Listing = { versions: new Set(), records: new Set(), runs: new Set() };
  let count = 0;
  for (const folder of [DATA, OUTPUTS]) {
    for (const { name, isFile } of entriesOf(ownPath(exchange, `${folder}/${definition}`))) {
      if (++count > MOST_FILES) throw tooMany(definition);
      const parsed = isFile ? parseName(name) : undefined;
      if (parsed !== undefined) listing[`${parsed.kind}s`].add(parsed.id);
    }
  }
  return listing;
}

function* entriesOf(folder: string): Generator<Deno.DirEntry> {
  try {
    yield* Deno.readDirSync(folder);
  } catch (error) {
    if (isAbsent(error)) return;
    throw error;
  }
}

function tooMany(definition: string): SvcError {
  return new SvcError(
    "datastore_failed",
    `The datastore holds more than ${MOST_FILES} files of the behavior ${definition}`,
    { hint: "svc did not write them all. Check who else can write to the store." },
  );
}
