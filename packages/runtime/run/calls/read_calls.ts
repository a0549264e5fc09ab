import { SvcError } from "@svc/core/error";
import { assertCall } from "./call_shape.ts";
import { findAllForType, findAllGlobal, findById, findBySpec } from "./data_finds.ts";
import { contentOf, type DataReadInput, itemOf, ownerOf } from "./data_items.ts";
import {
  findAllForModel,
  findByName,
  listVersions,
  readModelData,
  readResource,
} from "./data_reads.ts";
import { readResources } from "./many_reads.ts";
import { resourceLists } from "./resource_lists.ts";
import type { Call, CallOf } from "../../sandbox/protocol.ts";
import type { FoundDefinition } from "../../repository/definitions/definition.ts";
import type { BehaviorDetails } from "@svc/core/answer";
import { normalizeType } from "@svc/core/type";
import { getDefinition } from "../../behavior/definitions/get.ts";
import { allDefinitions, tryFindDefinition } from "../../repository/definitions/find.ts";
import { lstatIfPresent } from "../../base/files/read.ts";
import { contentFile, type DataOwner } from "../../data/store/folder.ts";
import type { DataMetadata } from "../../data/store/item.ts";

/**
 * Answers what only reads, and refuses all else; a report's code has nothing more.
 *
 * @throws SvcError `permission_denied` for anything that changes something
 */
export function createReads(
  input: DataReadInput,
): (call: Call, signal?: AbortSignal) => Promise<unknown> {
  const query = dataQueries(input);
  const list = resourceLists(input);
  return async (call, signal) => {
    assertCall(call);
    switch (call.op) {
      case "readResource":
        return await readResource(input, call);
      case "readResources":
        return await readResources(input, call);
      case "listResources":
        return await list(call);
      case "readModelData":
        return await readModelData(input, call);
      case "getContent":
        return await getContent(input, call);
      case "listVersions":
        return await listVersions(input, call);
      case "findByName":
        return await findByName(input, call);
      case "findAllForModel":
        return await findAllForModel(input, call);
      case "findById":
        return await findById(input, call);
      case "findBySpec":
        return await findBySpec(input, call);
      case "findAllForType":
        return await findAllForType(input, call);
      case "findAllGlobal":
        return await findAllGlobal(input);
      case "findDefinitions":
        return await findDefinitions(input, call);
      case "queryData":
        return await query(call, signal);
      default:
        throw new SvcError("permission_denied", "A report cannot write data", {
          hint: "What it returns is stored: { markdown, json }.",
        });
    }
  };
}

/**
 * Answers queries from the data that the method may read; what it may not is as if absent. The first
 * one that finds nothing and left something out says so in the log, as nobody is told otherwise.
 */
function dataQueries(
  { repository, access, log }: DataReadInput,
): (call: CallOf<"queryData">, signal?: AbortSignal) => Promise<unknown[]> {
  let told = false;
  return async ({ predicate, select }, signal) => {
    const { queryData } = await import("../../data/search.ts");
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
        `A query found nothing and skipped other behaviors' data: ${message}. ${hint}`,
      );
    }
    return results;
  };
}

/** Everything of a definition but its methods, secrets blanked. */
type ShownDefinition = Omit<BehaviorDetails, "methods">;

/**
 * The definitions that match, as far as the method may see them: its own, and those of the types
 * whose data it was granted. Others are as if absent, by name as well, since names and arguments tell
 * what a team runs. Secrets among the arguments are blanked; expressions are not evaluated.
 */
async function findDefinitions(
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

/** A piece of the content of a data item. */
interface ContentPiece {
  base64: string;
  /** Bytes of the whole content. */
  size: number;
  version: number;
}

/** Bytes sent at once; a multiple of three, so that base64 needs no padding in between. */
const PIECE = 3 * 1024 * 1024;

/** The bytes of a data item from `offset` on, as many as fit one answer; null when it is absent. */
async function getContent(
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
