import type { MethodDescriptor } from "@svc/core/descriptor";

/** What a method does to what it manages; undefined is anything, taken as a change. */
type MethodKind = "create" | "read" | "update" | "delete" | "list" | "action" | undefined;

const KIND_OF_NAME: Record<string, MethodKind> = {
  create: "create",
  get: "read",
  read: "read",
  describe: "read",
  show: "read",
  update: "update",
  patch: "update",
  delete: "delete",
  destroy: "delete",
  remove: "delete",
  list: "list",
  search: "list",
  find: "list",
};

/** The declared kind, else the one that its name tells (extension format reference §3.1). */
export function methodKind({ kind, name }: Pick<MethodDescriptor, "kind" | "name">): MethodKind {
  if (kind !== undefined) return kind as MethodKind;
  const key = name.toLowerCase();
  return Object.hasOwn(KIND_OF_NAME, key) ? KIND_OF_NAME[key] : undefined;
}

/** True for a kind that may change something, so that checks run before it. */
export function isMutating(kind: MethodKind): boolean {
  return kind !== "read" && kind !== "list";
}
