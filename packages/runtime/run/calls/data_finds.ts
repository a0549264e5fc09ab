import type { ShownMetadata } from "@svc/core/answer";
import { normalizeType } from "@svc/core/type";
import { withCatalog } from "../../data/catalog/catalog.ts";
import { pageOfData } from "../../data/page.ts";
import type { FoundDefinition } from "../../repository/definitions/definition.ts";
import { allDefinitions, tryFindDefinition } from "../../repository/definitions/find.ts";
import type { DataMetadata } from "../../data/store/item.ts";
import { withoutMachine } from "../../data/store/order.ts";
import type { DataReadInput } from "./data_items.ts";
import type { CallOf } from "../../sandbox/protocol.ts";

/** The metadata of a data item and the behavior it belongs to. */
type OwnedMetadata = ShownMetadata & {
  modelId: string;
  modelName: string;
  modelType: string;
};

/**
 * The version with this id among all data that the method may read, null when there is none.
 */
export async function findById(
  input: DataReadInput,
  { id }: CallOf<"findById">,
): Promise<OwnedMetadata | null> {
  const readableOnes = await readable(input);
  return await withCatalog(input.repository, async (catalog) => {
    for (const found of readableOnes) {
      await catalog.refresh(ownerOf(found), "quick");
      const [row] = catalog.versions(ownerOf(found), {
        history: true,
        dead: true,
        conditions: [{ sql: "json_extract(metadata, '$.id') = ?", values: [id] }],
        limit: 1,
      });
      if (row !== undefined) return owned(found, row.metadata);
    }
    return null;
  });
}

/**
 * What a behavior has written under one output, newest versions by name; of those whose names begin with
 * `prefix`, `limit` after the first `offset`.
 *
 * @throws SvcError `permission_denied` for another behavior whose type was not granted.
 */
export async function findBySpec(
  input: DataReadInput,
  { model, type, ...page }: CallOf<"findBySpec">,
): Promise<OwnedMetadata[]> {
  const found = await tryFindDefinition(input.repository, model);
  if (found === undefined) return [];
  if (!input.access.mayRead(ownerOf(found))) throw input.access.denied(found.type);
  if (type !== undefined && normalizeType(type) !== found.type) return [];
  const { items } = await pageOfData(input.repository, ownerOf(found), page);
  return items.map((item) => owned(found, item));
}

/**
 * What all behaviors of a type have written, newest versions. Of its own type a method without the
 * permission for it gets what its own behavior has written.
 *
 * @throws SvcError `permission_denied` for another type that was not granted.
 */
export async function findAllForType(
  input: DataReadInput,
  { type }: CallOf<"findAllForType">,
): Promise<OwnedMetadata[]> {
  const wanted = normalizeType(type);
  if (wanted !== input.owner.type && !input.access.mayRead({ type: wanted, id: "" })) {
    throw input.access.denied(wanted);
  }
  return await itemsOfAll(input, (found) => found.type === wanted);
}

/** Everything that the method may read, newest versions; the rest is as if absent. */
export async function findAllGlobal(input: DataReadInput): Promise<OwnedMetadata[]> {
  return await itemsOfAll(input, () => true);
}

async function itemsOfAll(
  input: DataReadInput,
  wanted: (found: FoundDefinition) => boolean,
): Promise<OwnedMetadata[]> {
  const items: OwnedMetadata[] = [];
  for (const found of await readable(input)) {
    if (wanted(found)) items.push(...await itemsOf(input, found));
  }
  return items;
}

async function itemsOf(
  { repository }: DataReadInput,
  found: FoundDefinition,
): Promise<OwnedMetadata[]> {
  const { items } = await pageOfData(repository, ownerOf(found));
  return items.map((item) => owned(found, item));
}

async function readable({ repository, access }: DataReadInput): Promise<FoundDefinition[]> {
  return (await allDefinitions(repository)).filter((found) => access.mayRead(ownerOf(found)));
}

function ownerOf({ type, definition }: FoundDefinition): { type: string; id: string } {
  return { type, id: definition.id };
}

function owned({ definition, type }: FoundDefinition, item: DataMetadata): OwnedMetadata {
  return {
    ...withoutMachine(item),
    modelId: definition.id,
    modelName: definition.name,
    modelType: type,
  };
}
