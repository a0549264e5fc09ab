import type { DataMetadata } from "./item.ts";
import type { NewVersion } from "./write.ts";

/**
 * The version that marks an item as deleted: its last state, with `deletedAt` and `deletedByMethod`
 * (extension format reference 3.1). It never expires.
 *
 * @param raw content of the newest version
 */
export function tombstoneOf(newest: DataMetadata, raw: Uint8Array, method: string): NewVersion {
  const { id: _id, version: _version, createdAt: _at, written: _, size: _size, ...rest } = newest;
  const { checksum: _sum, ...data } = rest;
  const state = { ...lastState(raw), deletedAt: new Date().toISOString(), deletedByMethod: method };
  return {
    data: { ...data, contentType: "application/json", lifecycle: "deleted" },
    content: new TextEncoder().encode(JSON.stringify(state)),
  };
}

function lastState(raw: Uint8Array): Record<string, unknown> {
  try {
    const value = JSON.parse(new TextDecoder().decode(raw));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}
