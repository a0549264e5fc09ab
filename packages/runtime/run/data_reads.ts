import { SvcError } from "@svc/core/error";
import { visibleName } from "@svc/core/text";
import { normalizeType } from "@svc/core/type";
import { dataItem } from "../data/query.ts";
import { type DataRecord, dataRecord, withContent } from "../data/record.ts";
import type { FoundDefinition } from "../definitions/definition.ts";
import { tryFindDefinition } from "../definitions/find.ts";
import type { Repository } from "../repository/repository.ts";
import type { DataMetadata } from "../store/item.ts";
import {
  contentFile,
  dataNames,
  type DataOwner,
  itemFolder,
  versionsOf,
} from "../store/versions.ts";
import type { DataAccess } from "./data_access.ts";
import type { CallOf, LogLevel } from "./protocol.ts";

/** What a method's reading of data depends on. */
export interface DataReadInput {
  repository: Repository;
  owner: DataOwner;
  definition: FoundDefinition["definition"];
  access: DataAccess;
  log(level: LogLevel, text: string): void;
}

/**
 * The content of the behavior's own JSON resource, null when there is none.
 *
 * @throws SvcError `output_invalid` for content that is no JSON object.
 */
export async function readResource(
  { repository, owner }: DataReadInput,
  call: CallOf<"readResource">,
): Promise<unknown> {
  const item = await dataItem(repository, owner, call.name, call.version);
  return item === undefined ? null : await jsonObject(repository, owner, item);
}

/**
 * The newest data of a behavior as records, none for one that there is not.
 *
 * @throws SvcError `permission_denied` for another behavior whose type was not granted.
 */
export async function readModelData(
  { repository, access }: DataReadInput,
  { model, spec }: CallOf<"readModelData">,
): Promise<DataRecord[]> {
  const found = await tryFindDefinition(repository, model);
  if (found === undefined) return [];
  const owner = { type: found.type, id: found.definition.id };
  if (!access.mayRead(owner)) throw access.denied(owner.type);
  const records: DataRecord[] = [];
  for (const name of await dataNames(repository, owner)) {
    const item = await dataItem(repository, owner, name);
    if (item === undefined) continue;
    if (spec !== undefined && item.tags["specName"] !== spec) continue;
    records.push(await withContent(repository, dataRecord(found, item, true)));
  }
  return records;
}

/** A piece of the content of a data item. */
export interface ContentPiece {
  base64: string;
  /** Bytes of the whole content. */
  size: number;
  version: number;
}

/** Bytes sent at once; a multiple of three, so that base64 needs no padding in between. */
const PIECE = 3 * 1024 * 1024;

/** The bytes of a data item from `offset` on, as many as fit one answer; null when it is absent. */
export async function getContent(
  input: DataReadInput,
  call: CallOf<"getContent">,
): Promise<ContentPiece | null> {
  const owner = await ownerOf(input, call);
  const item = owner && await dataItem(input.repository, owner, call.name, call.version);
  if (!owner || item === undefined) return null;
  const path = contentFile(input.repository, owner, item.name, item.version);
  using file = await Deno.open(path);
  const { size } = await file.stat();
  const offset = call.offset ?? 0;
  const piece = new Uint8Array(Math.min(PIECE, Math.max(size - offset, 0)));
  await file.seek(offset, Deno.SeekMode.Start);
  let filled = 0;
  while (filled < piece.length) {
    const count = await file.read(piece.subarray(filled));
    if (count === null) break;
    filled += count;
  }
  return { base64: piece.subarray(0, filled).toBase64(), size, version: item.version };
}

/**
 * The owner of an item that is to be deleted.
 *
 * @throws SvcError `permission_denied` for another behavior's: no permission opens that.
 */
export function ownItem(
  input: DataReadInput,
  { type, model }: { type: string; model: string },
): DataOwner {
  const { owner, definition } = input;
  const own = normalizeType(type) === owner.type &&
    (model === owner.id || model === definition.name);
  if (own) return owner;
  throw new SvcError(
    "permission_denied",
    `A method deletes data of its own behavior only, not of '${visibleName(model)}'`,
    { hint: "Delete it with a method of that behavior, or with 'svc data delete'." },
  );
}

/** The numbers of an item's versions, ascending. */
export async function listVersions(
  input: DataReadInput,
  call: CallOf<"listVersions">,
): Promise<number[]> {
  const owner = await ownerOf(input, call);
  const item = owner && await dataItem(input.repository, owner, call.name);
  return owner && item ? await versionsOf(itemFolder(input.repository, owner, item.name)) : [];
}

/** The metadata of an item, null when it is absent. */
export async function findByName(
  input: DataReadInput,
  call: CallOf<"findByName">,
): Promise<DataMetadata | null> {
  const owner = await ownerOf(input, call);
  return owner && await dataItem(input.repository, owner, call.name, call.version) || null;
}

/** The metadata of everything a behavior has. */
export async function findAllForModel(
  input: DataReadInput,
  call: CallOf<"findAllForModel">,
): Promise<DataMetadata[]> {
  const owner = await ownerOf(input, call);
  if (!owner) return [];
  const names = await dataNames(input.repository, owner);
  const items = await Promise.all(names.map((name) => dataItem(input.repository, owner, name)));
  return items.filter((item) => item !== undefined);
}

/**
 * Answers queries from the data that the method may read; what it may not is as if absent. The first
 * one that finds nothing and left something out says so in the log, as nobody is told otherwise.
 */
export function dataQueries(
  { repository, access, log }: DataReadInput,
): (call: CallOf<"queryData">, signal?: AbortSignal) => Promise<unknown[]> {
  let told = false;
  return async ({ predicate, select }, signal) => {
    const { queryData } = await import("../data/search.ts");
    let hidden: string | undefined;
    const mayRead = (found: FoundDefinition) => {
      const may = access.mayRead({ type: found.type, id: found.definition.id });
      if (!may) hidden ??= found.type;
      return may;
    };
    const results = await queryData(repository, { predicate, select }, { mayRead, signal });
    if (results.length === 0 && hidden !== undefined && !told) {
      told = true;
      const { message, hint } = access.denied(hidden);
      log(
        "warning",
        `A query found nothing and left out other behaviors' data: ${message}. ${hint}`,
      );
    }
    return results;
  };
}

/**
 * The owner named by a type and a behavior's id or name; undefined when there is none.
 *
 * @throws SvcError `permission_denied` for a type that was not granted, whether it is there or not.
 */
async function ownerOf(
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

async function jsonObject(
  repository: Repository,
  owner: DataOwner,
  item: DataMetadata,
): Promise<unknown> {
  const text = await Deno.readTextFile(contentFile(repository, owner, item.name, item.version));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new SvcError("output_invalid", `'${item.name}' is not a JSON object`);
}
