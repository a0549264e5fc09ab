import { UUID } from "@svc/core/name";
import { allDefinitions } from "../../repository/definitions/find.ts";
import { ownPath } from "../../repository/links.ts";
import type { Repository } from "../../repository/repository.ts";
import type { DataOwner } from "../../data/store/folder.ts";
import { dataOwners } from "../../data/store/owners.ts";
import { behaviorsIn, type Listing } from "./listing.ts";
import { versionPath } from "./paths.ts";
import { Refused } from "./refusal.ts";
import { readVersionHeader } from "./version_file.ts";

/** The behaviors to merge, and where their data is here; undefined for one that only the store has. */
export async function ownersOf(
  repository: Repository,
  { exchange, behaviors }: { exchange: string; behaviors?: readonly string[] | undefined },
  refuse: (path: string, why: string) => void,
): Promise<Map<string, DataOwner | undefined>> {
  const wanted = behaviors && new Set(behaviors.map((id) => id.toLowerCase()));
  const owners = new Map<string, DataOwner | undefined>();
  for (const id of behaviorsIn(exchange)) {
    if (wanted === undefined || wanted.has(id)) owners.set(id, undefined);
  }
  for (const id of wanted ?? []) if (UUID.test(id)) owners.set(id, undefined);
  for (const owner of await dataOwners(repository)) {
    const id = owner.id.toLowerCase();
    if (wanted !== undefined && !wanted.has(id)) continue;
    const other = owners.get(id);
    if (other === undefined) owners.set(id, owner);
    else {
      refuse(
        `.svc/data/${owner.type}/${owner.id}`,
        `data of the same behavior is in ${other.type} as well`,
      );
    }
  }
  return owners;
}

/** Where the data of each behavior with a definition lies, by id; they are read at most once. */
export function definedOwners(
  repository: Repository,
): () => Promise<ReadonlyMap<string, DataOwner>> {
  let found: Promise<ReadonlyMap<string, DataOwner>> | undefined;
  return () =>
    found ??= allDefinitions(repository).then((all) =>
      new Map(
        all.map(({ type, definition: { id } }) => [id.toLowerCase(), { type, id }]),
      )
    );
}

/** Where the data of a behavior goes that nothing here knows. */
export function ownerFromStore(
  exchange: string,
  definition: string,
  { versions }: Listing,
): DataOwner {
  for (const id of versions) {
    try {
      const path = ownPath(exchange, versionPath(definition, id));
      const { type, metadata } = readVersionHeader(path, { id, definition });
      return { type, id: metadata.ownerDefinition.ownerRef };
    } catch (error) {
      // The merge says what is wrong with it, if there is one that is right.
      if (!(error instanceof Refused)) throw error;
    }
  }
  // All are refused, which the merge says.
  return { type: "unknown", id: definition };
}
