import { visibleName } from "@svc/core/text";
import { SvcError } from "@svc/core/error";
import { normalizeType } from "@svc/core/type";
import { pageOfData } from "../../data/page.ts";
import { dataItem, isSegment } from "../../data/query.ts";
import type { FoundDefinition } from "../../repository/definitions/definition.ts";
import { tryFindDefinition } from "../../repository/definitions/find.ts";
import type { Repository } from "../../repository/repository.ts";
import type { LogLevel } from "../../sandbox/protocol.ts";
import type { DataOwner } from "../../data/store/folder.ts";
import type { DataMetadata } from "../../data/store/item.ts";
import { isLive } from "../../data/store/item_state.ts";
import type { RunData } from "../../data/store/run_data.ts";
import { readContent } from "../../data/store/versions.ts";
import type { DataAccess } from "./data_access.ts";

/** What a method's reading of data depends on. */
export interface DataReadInput {
  repository: Repository;
  owner: DataOwner;
  /** The behavior's own data with what its run has written and not published; absent outside a run. */
  data?: RunData;
  definition: FoundDefinition["definition"];
  access: DataAccess;
  /** Reads a secret of the behavior's own data; absent where references stay as they are. */
  secret?: (vault: string, key: string) => Promise<string>;
  log(level: LogLevel, text: string): void;
}

/**
 * The owner named by a type and a behavior's id or name; undefined when there is none.
 *
 * @throws SvcError `permission_denied` for a type that was not granted, whether it is there or not.
 */
export async function ownerOf(
  { repository, owner, definition, access }: DataReadInput,
  { type, model }: { type: string; model: string },
): Promise<DataOwner | undefined> {
  if (model === owner.id || model === definition.name) return owner;
  const wanted = { type: normalizeType(type), id: model };
  if (!access.mayRead(wanted)) throw access.denied(wanted.type);
  const found = await tryFindDefinition(repository, model);
  if (found === undefined || found.type !== wanted.type) return undefined;
  return { type: found.type, id: found.definition.id };
}

/**
 * Refuses to delete what is not the method's own behavior's.
 *
 * @throws SvcError `permission_denied`: no permission opens that.
 */
export function assertOwn(
  { owner, definition }: DataReadInput,
  { type, model }: { type: string; model: string },
): void {
  if (normalizeType(type) === owner.type && (model === owner.id || model === definition.name)) {
    return;
  }
  throw new SvcError(
    "permission_denied",
    `A method deletes data of its own behavior only, not of '${visibleName(model)}'`,
    { hint: "Delete it with a method of that behavior, or with 'svc data delete'." },
  );
}

/** The newest version of each item of a behavior that is live. */
export async function itemsOf(input: DataReadInput, owner: DataOwner): Promise<DataMetadata[]> {
  const own = ownData(input, owner);
  // What the run itself has written may not be in the folders yet.
  if (own === undefined) return (await pageOfData(input.repository, owner)).items;
  const items = await Promise.all(own.names().map((name) => itemOf(input, owner, name)));
  return items.filter((item) => item !== undefined);
}

/** A version, or the newest when it is live; undefined when there is none. */
export async function itemOf(
  input: DataReadInput,
  owner: DataOwner,
  name: string,
  version?: number,
): Promise<DataMetadata | undefined> {
  const data = ownData(input, owner);
  if (data === undefined) return await dataItem(input.repository, owner, name, version);
  if (!isSegment(name)) return undefined;
  const item = await data.find(name, version);
  return item !== undefined && (version !== undefined || isLive(item)) ? item : undefined;
}

export async function contentOf(
  input: DataReadInput,
  owner: DataOwner,
  item: DataMetadata,
): Promise<Uint8Array> {
  return await (ownData(input, owner)?.content(item) ??
    readContent(input.repository, owner, item));
}

/** The data of the run's own behavior, when it is that owner's. */
export function ownData(
  { owner, data }: DataReadInput,
  { type, id }: DataOwner,
): RunData | undefined {
  return id === owner.id && type === owner.type ? data : undefined;
}
