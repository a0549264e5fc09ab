import type { DataOwner } from "../../packages/runtime/data/store/folder.ts";

/** What a resource of the benchmarks holds. */
export const CONTENT = new TextEncoder().encode(JSON.stringify({ text: "x".repeat(300) }));

/** A version of a resource of `owner`, as a run writes it. */
export function resourceVersion(
  owner: DataOwner,
  name: string,
  tags: Readonly<Record<string, string>>,
) {
  return {
    data: {
      name,
      contentType: "application/json",
      lifetime: "infinite",
      garbageCollection: 10,
      streaming: false,
      tags: { type: "resource", ...tags },
      ownerDefinition: { ownerType: "model-method" as const, ownerRef: owner.id },
      lifecycle: "active" as const,
    },
    content: CONTENT,
  };
}
