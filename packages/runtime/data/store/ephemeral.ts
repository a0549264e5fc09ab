import { SvcError } from "@svc/core/error";
import type { DataMetadata } from "./item.ts";

/** Bytes that the ephemeral data of a run may take, unless `SVC_EPHEMERAL_BUDGET` says otherwise. */
const BUDGET = 512 * 1024 * 1024;

/** Data with the lifetime `ephemeral`: in memory, for one run. */
export interface EphemeralData {
  add(metadata: DataMetadata, content: Uint8Array): void;
  /**
   * Refuses what does not fit, before it is read.
   *
   * @throws SvcError `memory_limit`.
   */
  assertRoom(name: string, size: number): void;
  /** Metadata of a version. */
  find(name: string, version: number): DataMetadata | undefined;
  content(metadata: DataMetadata): Uint8Array | undefined;
  /** The versions of a name, ascending. */
  versions(name: string): number[];
  names(): string[];
  /** Forgets a version, or all of a name; gives how many. */
  remove(name: string, version?: number): number;
}

/**
 * An empty store for the ephemeral data of a run.
 *
 * @param budget bytes
 */
export function ephemeralData(budget: number = budgetSet()): EphemeralData {
  const items = new Map<string, Map<number, { metadata: DataMetadata; content: Uint8Array }>>();
  let used = 0;
  const assertRoom = (name: string, size: number) => {
    if (used + size <= budget) return;
    throw new SvcError(
      "memory_limit",
      `The ephemeral data '${name}' does not fit: ${size} bytes, but ${budget - used} are left`,
      {
        hint:
          "Give it a lifetime, so that it goes to the disk, or set SVC_EPHEMERAL_BUDGET (bytes).",
      },
    );
  };
  return {
    assertRoom,
    add(metadata, content) {
      assertRoom(metadata.name, content.length);
      used += content.length;
      const versions = items.get(metadata.name) ?? new Map();
      items.set(metadata.name, versions.set(metadata.version, { metadata, content }));
      const { garbageCollection: keep } = metadata;
      if (typeof keep !== "number") return;
      for (const version of [...versions.keys()].slice(0, -keep)) {
        this.remove(metadata.name, version);
      }
    },
    find: (name, version) => items.get(name)?.get(version)?.metadata,
    content: ({ name, version }) => items.get(name)?.get(version)?.content,
    versions: (name) => [...items.get(name)?.keys() ?? []],
    names: () => [...items.keys()].sort(),
    remove(name, version) {
      const versions = items.get(name);
      let count = 0;
      for (const [number, { content }] of versions ?? []) {
        if (version !== undefined && version !== number) continue;
        used -= content.length;
        versions!.delete(number);
        count++;
      }
      if (versions?.size === 0) items.delete(name);
      return count;
    },
  };
}

function budgetSet(): number {
  const bytes = Number(Deno.env.get("SVC_EPHEMERAL_BUDGET") || BUDGET);
  return Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : BUDGET;
}
