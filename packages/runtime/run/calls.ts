import { SvcError } from "@svc/core/error";
import { normalizeType } from "@svc/core/type";
import type { DataMetadata } from "../store/item.ts";
import { dataItem } from "../data/query.ts";
import { type DataRecord, dataRecord, withContent } from "../data/record.ts";
import {
  dataNames,
  type DataOwner,
  deleteVersions,
  ownerFolder,
  versionFolder,
  versionsOf,
} from "../store/versions.ts";
import { tryFindDefinition } from "../definitions/find.ts";
import { lstatIfPresent } from "../files/read.ts";
import { declaredOutput, type OutputInput, writeFileOutput, writeResource } from "./outputs.ts";
import type { Call, OutputOverrides } from "./protocol.ts";

/** Bytes of one file output, and of all that are open: svc holds them in memory. */
const FILE_LIMIT = 256 * 1024 * 1024;

/** Files open at a time. */
const OPEN_FILES = 1000;

interface OpenFile {
  spec: string;
  name: string;
  overrides: OutputOverrides;
  chunks: Uint8Array[];
  size: number;
}

/**
 * Answers what a sandboxed method asks of svc. The method is a stranger: names, kinds, paths and
 * sizes are checked here whatever its own side has checked.
 *
 * @param scratch the run's own folder, the only place a file is taken from
 */
export function createCalls(
  input: OutputInput,
  scratch: string,
): (call: Call, signal?: AbortSignal) => Promise<unknown> {
  const files = new Map<number, OpenFile>();
  let lastWriter = 0;
  const { repository, owner } = input;

  const open = (writer: number): OpenFile => {
    const file = files.get(writer);
    if (file) return file;
    throw new SvcError("output_invalid", "This file has been written already");
  };
  const grow = (file: OpenFile, bytes: number) => {
    file.size += bytes;
    if (file.size > FILE_LIMIT) {
      throw new SvcError("output_invalid", `The file '${file.name}' is larger than 256 MB`);
    }
    let open = 0;
    for (const { size } of files.values()) open += size;
    if (open <= FILE_LIMIT) return;
    throw new SvcError("output_invalid", "The files being written hold more than 256 MB together", {
      hint: "Finish one before the next is begun.",
    });
  };

  return async (call, signal) => {
    assertVersion(call);
    switch (call.op) {
      case "writeResource":
        return await writeResource(input, call, signal);
      case "openFile": {
        declaredOutput(input, call.spec, "file");
        if (files.size >= OPEN_FILES) {
          throw new SvcError("output_invalid", `More than ${OPEN_FILES} files are being written`, {
            hint: "Finish one before the next is begun.",
          });
        }
        const writer = ++lastWriter;
        files.set(writer, { ...call, chunks: [], size: 0 });
        return { writer, dataId: crypto.randomUUID() };
      }
      case "appendFile": {
        const file = open(call.writer);
        const chunk = Uint8Array.fromBase64(call.base64);
        grow(file, chunk.length);
        file.chunks.push(chunk);
        return;
      }
      case "closeFile": {
        const file = open(call.writer);
        if (call.scratchFile !== undefined) {
          file.chunks.push(
            await fromScratch(scratch, call.scratchFile, (size) => grow(file, size)),
          );
        }
        files.delete(call.writer);
        return await writeFileOutput(input, file, joined(file.chunks, file.size));
      }
      case "readResource": {
        const item = await dataItem(repository, owner, call.name, call.version);
        return item === undefined ? null : await jsonObject(input, owner, item);
      }
      case "deleteResource":
        await deleteVersions(repository, owner, call.name);
        return;
      case "readModelData":
        return await readModelData(input, call.model, call.spec);
      case "getContent": {
        const other = await otherOwner(input, call.type, call.model);
        const item = other && await dataItem(repository, other, call.name, call.version);
        if (!other || item === undefined) return null;
        const folder = versionFolder(repository, other, item.name, item.version);
        return (await Deno.readFile(`${folder}/raw`)).toBase64();
      }
      case "listVersions": {
        const other = await otherOwner(input, call.type, call.model);
        const item = other && await dataItem(repository, other, call.name);
        return other && item
          ? await versionsOf(`${ownerFolder(repository, other)}/${item.name}`)
          : [];
      }
      case "findByName": {
        const other = await otherOwner(input, call.type, call.model);
        return other && await dataItem(repository, other, call.name, call.version) || null;
      }
      case "findAllForModel": {
        const other = await otherOwner(input, call.type, call.model);
        if (!other) return [];
        const names = await dataNames(repository, other);
        const items = await Promise.all(names.map((name) => dataItem(repository, other, name)));
        return items.filter((item) => item !== undefined);
      }
      case "queryData": {
        const { queryData } = await import("../data/search.ts");
        const { predicate, select } = call;
        return await queryData(repository, { predicate, select }, { signal });
      }
    }
  };
}

/** A version becomes part of a path. */
function assertVersion(call: Call): void {
  const version = "version" in call ? call.version ?? undefined : undefined;
  if (version === undefined || (Number.isSafeInteger(version) && version > 0)) return;
  throw new SvcError("invalid_argument", "version must be a whole number from 1", {
    hint: "Leave it out for the newest version.",
  });
}

async function fromScratch(
  scratch: string,
  name: string,
  grow: (size: number) => void,
): Promise<Uint8Array> {
  const path = `${scratch}/${name}`;
  const info = /^output-\d+$/.test(name) ? await lstatIfPresent(path) : undefined;
  // A link could lead to a file that the method itself may not read.
  if (!info?.isFile) {
    throw new SvcError("output_invalid", "Nothing was written to the path of getFilePath()");
  }
  grow(info.size);
  return await Deno.readFile(path);
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  if (chunks.length === 1) return chunks[0]!;
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

async function jsonObject(
  input: OutputInput,
  owner: DataOwner,
  item: DataMetadata,
): Promise<unknown> {
  const folder = versionFolder(input.repository, owner, item.name, item.version);
  const text = await Deno.readTextFile(`${folder}/raw`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new SvcError("output_invalid", `'${item.name}' is not a JSON object`);
}

async function readModelData(
  input: OutputInput,
  model: string,
  spec: string | undefined,
): Promise<DataRecord[]> {
  const found = await tryFindDefinition(input.repository, model);
  if (found === undefined) return [];
  const owner = { type: found.type, id: found.definition.id };
  const records: DataRecord[] = [];
  for (const name of await dataNames(input.repository, owner)) {
    const item = await dataItem(input.repository, owner, name);
    if (item === undefined) continue;
    if (spec !== undefined && item.tags["specName"] !== spec) continue;
    records.push(await withContent(input.repository, dataRecord(found, item, true)));
  }
  return records;
}

/** The owner named by a type and a definition's id or name, when it exists. */
async function otherOwner(
  input: OutputInput,
  type: string,
  model: string,
): Promise<DataOwner | undefined> {
  if (model === input.owner.id || model === input.definition.name) return input.owner;
  const found = await tryFindDefinition(input.repository, model);
  if (found === undefined || found.type !== normalizeType(type)) return undefined;
  return { type: found.type, id: found.definition.id };
}
