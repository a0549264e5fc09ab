import { StoreFailure } from "../client/failure.ts";
import { fromBytes, isChecksum, isCount, isId, toBytes } from "./json.ts";

/** A pack as the head names it. */
export interface PackReference {
  id: string;
  /** Grows with each head: of two packs with one path the later one counts. */
  sequence: number;
  /** Bytes of the object. */
  size: number;
  /** Bytes of the table that it starts with. */
  table: number;
  /** SHA-256 of the table. */
  checksum: string;
  /** Whether its files were in earlier packs already, so that most machines need its table only. */
  merged: boolean;
}

/** The one object that is replaced, by compare and swap: it names all that counts. */
export interface Head {
  /** How often it was replaced. */
  generation: number;
  packs: PackReference[];
}

/** Key of the head. */
export const HEAD_KEY = "head.json";

/** Folder of packs and parts. Their names are random and their content never changes. */
export const OBJECTS = "objects/";

/** Key of a pack or of a part of a large file. */
export function objectKey(id: string): string {
  return `${OBJECTS}${id}`;
}

/** The most bytes that a head may have. */
export const LARGEST_HEAD = 16 * 1024 * 1024;
/** The most bytes that a pack may have; ours stay far below. */
export const LARGEST_PACK = 64 * 1024 * 1024;

/** A head as it is written; the random value makes each one different from every other. */
export function writeHead({ generation, packs }: Head): Uint8Array<ArrayBuffer> {
  return toBytes({ format: 1, generation, nonce: crypto.randomUUID(), packs });
}

/** @throws StoreFailure `damaged` for anything that svc would not have written */
export function readHead(bytes: Uint8Array): Head {
  const { format, generation, packs } = fromBytes(bytes, HEAD_KEY);
  if (isCount(format) && format > 1) {
    throw new StoreFailure(
      "damaged",
      `its format ${format} is newer than this extension: update it`,
    );
  }
  if (format !== 1 || !isCount(generation) || !Array.isArray(packs) || !packs.every(isPack)) {
    throw new StoreFailure("damaged", `${HEAD_KEY} is not what svc writes`);
  }
  if (new Set(packs.map(({ id }) => id)).size !== packs.length) {
    throw new StoreFailure("damaged", `${HEAD_KEY} names a pack twice`);
  }
  return { generation, packs };
}

/** Whether a value is a reference as a head has it. */
export function isPack(value: unknown): value is PackReference {
  const { id, sequence, size, table, checksum, merged } = (value ?? {}) as Record<string, unknown>;
  return isId(id) && isCount(sequence) && isCount(size) && isCount(table) && table <= size &&
    size <= LARGEST_PACK && isChecksum(checksum) && typeof merged === "boolean";
}
