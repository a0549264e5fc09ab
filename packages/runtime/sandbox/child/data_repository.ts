import type { DataHandle, FindPage, OutputOverrides } from "../protocol.ts";
import type { Channel } from "./channel.ts";
import { optional } from "./reading.ts";
import { refusals } from "./refusals.ts";

/** What `save` is given of a data item. */
interface SavedData {
  name: string;
  contentType?: string;
  lifetime?: string;
  garbageCollection?: number | string;
  tags?: Record<string, string>;
}

/** How a method writes: as `context` does, under all of its checks. */
export interface Writers {
  resource(
    spec: string,
    name: string,
    data: unknown,
    overrides: OutputOverrides,
  ): Promise<DataHandle>;
  file(
    spec: string,
    name: string,
    content: Uint8Array,
    overrides: OutputOverrides,
  ): Promise<DataHandle>;
}

/** A piece of a data item's content. */
interface Piece {
  base64: string;
  size: number;
  version: number;
}

/**
 * `context.dataRepository` (extension format reference §3.2). A type may be given as text or as
 * `context.modelType`; a behavior by id or name. What does not exist is null or an empty list.
 *
 * @param writers absent for checks, which only read
 */
export function dataRepository(channel: Channel, writers?: Writers): Record<string, unknown> {
  const at = (type: unknown, model: string) => ({ type: String(type), model });
  const item = (type: unknown, model: string, name: string, version?: number) => ({
    ...at(type, model),
    name,
    ...optional("version", version),
  });
  const content = (type: unknown, model: string, name: string, version?: number) =>
    pieces(channel, item(type, model, name, version));
  return {
    getContent: async (type: unknown, model: string, name: string, version?: number) => {
      const parts: Uint8Array[] = [];
      let found = false;
      for await (const part of content(type, model, name, version)) {
        found = true;
        parts.push(part);
      }
      return found ? joined(parts) : null;
    },
    stream: (type: unknown, model: string, name: string, version?: number) =>
      ReadableStream.from(content(type, model, name, version)),
    findByName: (type: unknown, model: string, name: string, version?: number) =>
      channel.call({ op: "findByName", ...item(type, model, name, version) }),
    // The id alone says which; code that was written for it may give the owner as well.
    findById: (...rest: unknown[]) =>
      channel.call({ op: "findById", id: String(rest.length > 2 ? rest[2] : rest.at(-1)) }),
    findBySpec: (...rest: unknown[]) => {
      const page = isPage(rest.at(-1)) && rest.length > 2 ? rest.pop() as FindPage : {};
      return channel.call({
        op: "findBySpec",
        ...optional("type", rest.length > 2 ? String(rest.shift()) : undefined),
        model: String(rest[0]),
        spec: String(rest[1]),
        ...optional("prefix", page.prefix),
        ...optional("limit", page.limit),
        ...optional("offset", page.offset),
      });
    },
    findAllForModel: (type: unknown, model: string) =>
      channel.call({ op: "findAllForModel", ...at(type, model) }),
    findAllForType: (type: unknown) => channel.call({ op: "findAllForType", type: String(type) }),
    findAllGlobal: () => channel.call({ op: "findAllGlobal" }),
    listVersions: (type: unknown, model: string, name: string) =>
      channel.call({ op: "listVersions", ...at(type, model), name }),
    ...(writers === undefined ? refusals("context.dataRepository", READ_ONLY) : {
      ...refusals("context.dataRepository", {
        append: "a version cannot be changed; use createFileWriter",
      }),
      save: (type: unknown, model: string, data: SavedData, bytes: Uint8Array) =>
        save(channel, writers, { ...at(type, model), data, bytes }),
      delete: (type: unknown, model: string, name: string, version?: number) =>
        channel.call({ op: "deleteData", ...item(type, model, name, version) }),
    }),
  };
}

function isPage(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

const CHECKS = "a check cannot write";

const READ_ONLY = { save: CHECKS, append: CHECKS, delete: CHECKS };

/** Writes to the declared output that the tag `specName` names. */
async function save(
  { hello }: Channel,
  writers: Writers,
  wanted: { type: string; model: string; data: SavedData; bytes: Uint8Array },
): Promise<DataHandle> {
  const { definition, modelType } = hello;
  const { model, data, bytes } = wanted;
  const own = (wanted.type === modelType.raw || wanted.type === modelType.normalized) &&
    (model === definition.id || model === definition.name);
  if (!own) throw new Error("context.dataRepository.save writes data of the method's own behavior");
  const { name, contentType = "", lifetime, garbageCollection, tags = {} } = data;
  const spec = tags["specName"];
  if (spec === undefined) {
    throw new Error(
      "context.dataRepository.save needs the tag specName, which names a declared output",
    );
  }
  const overrides = {
    ...optional("lifetime", lifetime),
    ...optional("garbageCollection", garbageCollection),
    tags,
  };
  const resource = tags["type"] === "resource" ||
    (tags["type"] === undefined && contentType === "application/json");
  return resource
    ? await writers.resource(spec, name, JSON.parse(new TextDecoder().decode(bytes)), overrides)
    : await writers.file(spec, name, bytes, {
      ...overrides,
      ...optional("contentType", contentType || undefined),
    });
}

/** The content piece by piece, of one version from the first to the last; nothing when it is absent. */
async function* pieces(
  channel: Channel,
  item: { type: string; model: string; name: string; version?: number },
): AsyncGenerator<Uint8Array> {
  let version = item.version;
  for (let offset = 0;;) {
    const piece = await channel.call<Piece | null>({
      op: "getContent",
      ...item,
      ...optional("version", version),
      offset,
    });
    if (piece === null) return;
    version = piece.version;
    const bytes = Uint8Array.fromBase64(piece.base64);
    yield bytes;
    offset += bytes.length;
    if (offset >= piece.size || bytes.length === 0) return;
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
