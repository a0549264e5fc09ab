import type { TypeGraft } from "@svc/core/descriptor";
import { collectiveOf } from "@svc/core/name";
import { isTypeOf, normalizeType } from "@svc/core/type";
import type { GraftNeed } from "../request.ts";
import type { Repository } from "../../repository/repository.ts";
import { isSameCollective, type ModuleOwner, ownerOf } from "./owner.ts";
import { readRecord } from "./records.ts";

/**
 * What a pulled extension adds to types of others, as what it asks for. A type that is not here is of
 * the collective that it names, at the same registry.
 *
 * @param isOwnSource true for a type of the repository's own sources
 */
export async function graftNeeds(
  repository: Repository,
  { extension, serverUrl }: { extension: string; serverUrl: string | undefined },
  grafts: readonly Pick<TypeGraft, "type" | "file">[] = [],
  isOwnSource: (type: string) => boolean = () => false,
): Promise<GraftNeed[]> {
  const files = Map.groupBy(grafts, ({ type }) => normalizeType(type));
  const needs: GraftNeed[] = [];
  const self: ModuleOwner = { origin: "pulled", extension, serverUrl };
  for (const type of [...files.keys()].sort()) {
    if (isTypeOf(type, collectiveOf(extension)) && !isOwnSource(type)) {
      const target = await readRecord(repository, type);
      if (target === undefined) continue;
      if (isSameCollective(self, await ownerOf(repository, type, target))) continue;
    }
    needs.push({ type, files: files.get(type)!.map(({ file }) => `models/${file}`) });
  }
  return needs;
}
