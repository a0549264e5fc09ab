import { SvcError } from "@svc/core/error";
import { findDefinition } from "../definitions/find.ts";
import type { Repository } from "../repository/repository.ts";
import type { DataMetadata } from "../store/item.ts";
import { isLive } from "../store/item_state.ts";
import { readable } from "./record.ts";
import {
  contentFile,
  dataNames,
  type DataOwner,
  itemFolder,
  readMetadata,
  versionsOf,
} from "../store/versions.ts";

/** Which definition data belongs to, as every data command names it. */
interface ModelFields {
  modelId: string;
  modelName: string;
  modelType: string;
}

/** One line of `svc data list`. */
export interface DataListItem {
  id: string;
  name: string;
  version: number;
  contentType: string;
  type: string;
  streaming: boolean;
  size: number;
  createdAt: string;
}

/** `svc data list` (runtime reference 3.5). */
export interface DataList extends ModelFields {
  groups: { type: string; items: DataListItem[] }[];
}

/** `svc data get`: the metadata, where the content is, and the content itself. */
export interface DataItem extends DataMetadata, ModelFields {
  /** Relative to the repository. */
  contentPath: string;
  /** Parsed for JSON, text for text, absent for other media types. */
  content?: unknown;
}

/** `svc data versions`, newest first. */
export interface DataVersions extends ModelFields {
  dataName: string;
  versions: {
    version: number;
    createdAt: string;
    size: number;
    checksum: string;
    isLatest: boolean;
  }[];
  total: number;
}

const GROUP_ORDER = ["file", "resource", "report"];

/**
 * The newest version of everything a behavior has written and that has not expired, by kind.
 *
 * @param model name or id of the behavior
 * @throws SvcError `definition_not_found`.
 */
export async function listData(repository: Repository, model: string): Promise<DataList> {
  const { owner, fields } = await ownerOf(repository, model);
  const groups = new Map<string, DataListItem[]>();
  for (const name of await dataNames(repository, owner)) {
    const item = await newest(repository, owner, name);
    if (item === undefined) continue;
    const type = item.tags["type"] ?? "resource";
    const group = groups.get(type) ?? [];
    group.push({
      id: item.id,
      name: item.name,
      version: item.version,
      contentType: item.contentType,
      type,
      streaming: item.streaming,
      size: item.size,
      createdAt: item.createdAt,
    });
    groups.set(type, group);
  }
  const rank = (type: string) =>
    (GROUP_ORDER.indexOf(type) + GROUP_ORDER.length + 1) %
    (GROUP_ORDER.length + 1);
  return {
    ...fields,
    groups: [...groups].sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
      .map(([type, items]) => ({ type, items })),
  };
}

/**
 * One version of a data item, the newest unless another is asked for.
 *
 * @param options `content: false` leaves the content out
 * @throws SvcError `definition_not_found`, `data_not_found`.
 */
export async function getData(
  repository: Repository,
  model: string,
  name: string,
  options: { version?: number; content?: boolean } = {},
): Promise<DataItem> {
  const { owner, fields } = await ownerOf(repository, model);
  const item = await dataItem(repository, owner, name, options.version);
  if (item === undefined) throw dataNotFound(model, name, options.version);
  const file = contentFile(repository, owner, name, item.version);
  const content = options.content === false
    ? undefined
    : readable(item.contentType, await Deno.readFile(file));
  return {
    ...item,
    ...fields,
    contentPath: file.slice(repository.root.length + 1),
    ...(content === undefined ? {} : { content }),
  };
}

/**
 * Every version of a data item.
 *
 * @throws SvcError `definition_not_found`, `data_not_found`.
 */
export async function listVersions(
  repository: Repository,
  model: string,
  name: string,
): Promise<DataVersions> {
  const { owner, fields } = await ownerOf(repository, model);
  if (!isSegment(name)) throw dataNotFound(model, name);
  const folder = itemFolder(repository, owner, name);
  const numbers = (await versionsOf(folder)).reverse();
  const items = await Promise.all(numbers.map((number) => readMetadata(folder, number)));
  const versions = items.flatMap((item) =>
    item === undefined ? [] : [{
      version: item.version,
      createdAt: item.createdAt,
      size: item.size,
      checksum: item.checksum,
      isLatest: item.version === numbers[0],
    }]
  );
  if (versions.length === 0) throw dataNotFound(model, name);
  return { dataName: name, ...fields, versions, total: versions.length };
}

/** The metadata of a version, or of the newest one; undefined when it is absent, expired or deleted. */
export async function dataItem(
  repository: Repository,
  owner: DataOwner,
  name: string,
  version?: number,
): Promise<DataMetadata | undefined> {
  if (!isSegment(name)) return undefined;
  if (version === undefined) return await newest(repository, owner, name);
  return await readMetadata(itemFolder(repository, owner, name), version);
}

async function newest(
  repository: Repository,
  owner: DataOwner,
  name: string,
): Promise<DataMetadata | undefined> {
  const folder = itemFolder(repository, owner, name);
  const version = (await versionsOf(folder)).at(-1);
  const item = version === undefined ? undefined : await readMetadata(folder, version);
  return item !== undefined && isLive(item) ? item : undefined;
}

/** True for a name that is one segment of a path, as the name of any item is. */
export function isSegment(name: string): boolean {
  // A method's side may send anything for a name.
  return typeof name === "string" && name !== "" && !name.includes("..") && !/[/\\\0]/.test(name);
}

async function ownerOf(
  repository: Repository,
  model: string,
): Promise<{ owner: DataOwner; fields: ModelFields }> {
  const { definition, type } = await findDefinition(repository, model);
  return {
    owner: { type, id: definition.id },
    fields: { modelId: definition.id, modelName: definition.name, modelType: type },
  };
}

function dataNotFound(model: string, name: string, version?: number): SvcError {
  const which = version === undefined ? "" : ` version ${version}`;
  return new SvcError(
    "data_not_found",
    `Data not found: "${name}"${which} for behavior "${model}"`,
    {
      hint: `'svc data list ${model}' shows what there is.`,
    },
  );
}
