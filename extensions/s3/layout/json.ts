import { StoreFailure } from "../client/failure.ts";

/** JSON as the bytes of an object. */
export function toBytes(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** @throws StoreFailure `damaged` naming the object */
export function fromBytes(bytes: Uint8Array, key: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch { // Its words quote the object.
  }
  throw new StoreFailure("damaged", `${key} is not what svc writes`);
}

/** A whole number of at least 0. */
export function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/** SHA-256 in hexadecimal. */
export function isChecksum(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The id of an object: a UUID. */
export function isId(value: unknown): value is string {
  return typeof value === "string" && ID.test(value);
}
