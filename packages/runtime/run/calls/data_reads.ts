import type { ShownMetadata } from "@svc/core/answer";
import { SvcError } from "@svc/core/error";
import { type DataRecord, dataRecord, readable, recordWith } from "../../data/record.ts";
import { withSecrets } from "../../data/secret_reference.ts";
import { tryFindDefinition } from "../../repository/definitions/find.ts";
import type { CallOf } from "../../sandbox/protocol.ts";
import { itemFolder, versionsIn } from "../../data/store/folder.ts";
import { withoutMachine } from "../../data/store/order.ts";
import { contentOf, type DataReadInput, itemOf, itemsOf, ownData, ownerOf } from "./data_items.ts";

/**
 * The content of the behavior's own JSON resource with its secrets, null when there is none.
 *
 * @throws SvcError `output_invalid` for content that is not a JSON object; what a vault says.
 */
export async function readResource(
  input: DataReadInput,
  call: Pick<CallOf<"readResource">, "name" | "version">,
): Promise<unknown> {
  return (await readSized(input, call)).value;
}

/** As {@linkcode readResource}, with the bytes of the content. */
export async function readSized(
  input: DataReadInput,
  call: Pick<CallOf<"readResource">, "name" | "version">,
): Promise<{ value: unknown; size: number }> {
  const item = await itemOf(input, input.owner, call.name, call.version);
  if (item === undefined) return { value: null, size: 0 };
  const stored = readable("application/json", await contentOf(input, input.owner, item));
  const value = input.secret === undefined
    ? stored
    : await withSecrets(stored, item, input.owner, input.secret);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return { value, size: item.size };
  }
  throw new SvcError("output_invalid", `'${item.name}' is not a JSON object`);
}

/**
 * The newest data of a behavior as records, none for one that there is not.
 *
 * @throws SvcError `permission_denied` for another behavior whose type was not granted.
 */
export async function readModelData(
  input: DataReadInput,
  { model, spec }: CallOf<"readModelData">,
): Promise<DataRecord[]> {
  const { repository, access } = input;
  const found = await tryFindDefinition(repository, model);
  if (found === undefined) return [];
  const owner = { type: found.type, id: found.definition.id };
  if (!access.mayRead(owner)) throw access.denied(owner.type);
  const records: DataRecord[] = [];
  for (const item of await itemsOf(input, owner)) {
    if (spec !== undefined && item.tags["specName"] !== spec) continue;
    records.push(recordWith(dataRecord(found, item, true), await contentOf(input, owner, item)));
  }
  return records;
}

/** The numbers of an item's versions in the order in which they were written; none for one that is deleted. */
export async function listVersions(
  input: DataReadInput,
  call: CallOf<"listVersions">,
): Promise<number[]> {
  const owner = await ownerOf(input, call);
  const item = owner && await itemOf(input, owner, call.name);
  if (!owner || !item) return [];
  return ownData(input, owner)?.versions(item.name) ??
    versionsIn(itemFolder(input.repository, owner, item.name));
}

/** The metadata of an item, null when it is absent. */
export async function findByName(
  input: DataReadInput,
  call: CallOf<"findByName">,
): Promise<ShownMetadata | null> {
  const owner = await ownerOf(input, call);
  const item = owner && await itemOf(input, owner, call.name, call.version);
  return item ? withoutMachine(item) : null;
}

/** The metadata of everything a behavior has. */
export async function findAllForModel(
  input: DataReadInput,
  call: CallOf<"findAllForModel">,
): Promise<ShownMetadata[]> {
  const owner = await ownerOf(input, call);
  return owner ? (await itemsOf(input, owner)).map(withoutMachine) : [];
}
