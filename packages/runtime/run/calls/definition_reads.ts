import type { BehaviorDetails } from "@svc/core/answer";
import { normalizeType } from "@svc/core/type";
import { getDefinition } from "../../behavior/definitions/get.ts";
import { allDefinitions, tryFindDefinition } from "../../repository/definitions/find.ts";
import type { FoundDefinition } from "../../repository/definitions/definition.ts";
import type { DataReadInput } from "./data_items.ts";
import type { CallOf } from "../../sandbox/protocol.ts";

/** Everything of a definition but its methods, secrets blanked. */
type ShownDefinition = Omit<BehaviorDetails, "methods">;

/**
 * The definitions that match, as far as the method may see them: its own, and those of the types
 * whose data it was granted. Others are as if absent, by name as well, since names and arguments tell
 * what a team runs. Secrets among the arguments are blanked; expressions are not evaluated.
 */
export async function findDefinitions(
  input: DataReadInput,
  { type, id, name }: CallOf<"findDefinitions">,
): Promise<ShownDefinition[]> {
  const { repository, access } = input;
  const found = await candidates(input, id ?? name);
  const seen = found.filter(({ type: its, definition }) =>
    access.mayRead({ type: its, id: definition.id }) &&
    (type === undefined || its === normalizeType(type)) &&
    (id === undefined || definition.id === id) &&
    (name === undefined || definition.name === name)
  );
  return await Promise.all(seen.map(async ({ definition }) => {
    const { methods: _, ...shown } = await getDefinition(repository, definition.id);
    return shown;
  }));
}

async function candidates(
  { repository }: DataReadInput,
  key: string | undefined,
): Promise<FoundDefinition[]> {
  if (key === undefined) return await allDefinitions(repository);
  const one = await tryFindDefinition(repository, key);
  return one === undefined ? [] : [one];
}
