import { SvcError } from "@svc/core/error";
import { visibleName } from "@svc/core/text";
import { normalizeType } from "@svc/core/type";
import { pageOfData } from "../data/page.ts";
import { dataItem, isSegment } from "../data/query.ts";
import { type DataRecord, dataRecord, readable, recordWith } from "../data/record.ts";
import { withSecrets } from "../data/secret_reference.ts";
import type { FoundDefinition } from "../definitions/definition.ts";
import { tryFindDefinition } from "../definitions/find.ts";
import { lstatIfPresent } from "../files/read.ts";
import type { Repository } from "../repository/repository.ts";
import type { DataMetadata } from "../store/item.ts";
import { isLive } from "../store/item_state.ts";
import type { RunData } from "../store/run_data.ts";
import { contentFile, type DataOwner, itemFolder } from "../store/folder.ts";
import { readContent, versionsOf } from "../store/versions.ts";
import type { DataAccess } from "./data_access.ts";
import type { CallOf, LogLevel } from "../sandbox/protocol.ts";

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
 * The content of the behavior's own JSON resource with its secrets, null when there is none.
 *
 * @throws SvcError `output_invalid` for content that is no JSON object; what a vault says.
 */
export async function readResource(
  input: DataReadInput,
  call: CallOf<"readResource">,
): Promise<unknown> {
  const item = await itemOf(input, input.owner, call.name, call.version);
  if (item === undefined) return null;
  const stored = readable("application/json", await contentOf(input, input.owner, item));
  const value = input.secret === undefined
    ? stored
    : await withSecrets(stored, item, input.owner, input.secret);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
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
  const item = owner && await itemOf(input, owner, call.name, call.version);
  if (!owner || item === undefined) return null;
  const { size, version } = item;
  const offset = call.offset ?? 0;
  const piece = await pieceOf(input, owner, item, offset);
  return { base64: piece.toBase64(), size, version };
}

/** Content of one piece is compared with its checksum; of more, only what is asked for is read. */
async function pieceOf(
  input: DataReadInput,
  owner: DataOwner,
  item: DataMetadata,
  offset: number,
): Promise<Uint8Array> {
  const { repository } = input;
  if (item.size > PIECE) {
    const path = contentFile(repository, owner, item.name, item.version);
    const piece = await filePiece(path, offset, Math.min(PIECE, item.size - offset));
    if (piece !== undefined) return piece;
  }
  // What is small, or waits in memory for the run to succeed.
  const whole = await contentOf(input, owner, item);
  return whole.subarray(offset, offset + PIECE);
}

async function filePiece(
  path: string,
  offset: number,
  length: number,
): Promise<Uint8Array | undefined> {
  // A repository may bring a pipe or a link in its place.
  if (!(await lstatIfPresent(path))?.isFile) return undefined;
  using open = await Deno.open(path);
  const piece = new Uint8Array(Math.max(length, 0));
  await open.seek(offset, Deno.SeekMode.Start);
  let filled = 0;
  while (filled < piece.length) {
    const count = await open.read(piece.subarray(filled));
    if (count === null) break;
    filled += count;
  }
  return piece.subarray(0, filled);
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

/** The numbers of an item's versions, ascending; none for one that is deleted. */
export async function listVersions(
  input: DataReadInput,
  call: CallOf<"listVersions">,
): Promise<number[]> {
  const owner = await ownerOf(input, call);
  const item = owner && await itemOf(input, owner, call.name);
  if (!owner || !item) return [];
  return ownData(input, owner)?.versions(item.name) ??
    await versionsOf(itemFolder(input.repository, owner, item.name));
}

/** The metadata of an item, null when it is absent. */
export async function findByName(
  input: DataReadInput,
  call: CallOf<"findByName">,
): Promise<DataMetadata | null> {
  const owner = await ownerOf(input, call);
  return owner && await itemOf(input, owner, call.name, call.version) || null;
}

/** The metadata of everything a behavior has. */
export async function findAllForModel(
  input: DataReadInput,
  call: CallOf<"findAllForModel">,
): Promise<DataMetadata[]> {
  const owner = await ownerOf(input, call);
  return owner ? await itemsOf(input, owner) : [];
}

/** The newest version of each item of a behavior that is live. */
async function itemsOf(input: DataReadInput, owner: DataOwner): Promise<DataMetadata[]> {
  const own = ownData(input, owner);
  // What the run itself has written may not be in the folders yet.
  if (own === undefined) return (await pageOfData(input.repository, owner)).items;
  const items = await Promise.all(own.names().map((name) => itemOf(input, owner, name)));
  return items.filter((item) => item !== undefined);
}

/** A version, or the newest when it is live; undefined when there is none. */
async function itemOf(
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

async function contentOf(
  input: DataReadInput,
  owner: DataOwner,
  item: DataMetadata,
): Promise<Uint8Array> {
  return await (ownData(input, owner)?.content(item) ??
    readContent(input.repository, owner, item));
}

/** The data of the run's own behavior, when it is that owner's. */
function ownData({ owner, data }: DataReadInput, { type, id }: DataOwner): RunData | undefined {
  return id === owner.id && type === owner.type ? data : undefined;
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
