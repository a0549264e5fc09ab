import { z } from "zod";

/** What `.meta()` of a zod schema says, by any copy of zod. */
export function metaOf(schema: unknown): Record<string, unknown> {
  const { meta } = schema as { meta?: () => unknown };
  const said = typeof meta === "function"
    ? meta.call(schema)
    // Schemas of zod 3 are in no registry.
    : "_zod" in (schema as object)
    ? z.globalRegistry.get(schema as z.core.$ZodType)
    : undefined;
  return typeof said === "object" && said !== null ? said as Record<string, unknown> : {};
}

/** True when metadata marks a secret. */
export function isMarked(meta: Record<string, unknown>): boolean {
  const mark = meta["sensitive"];
  return mark !== undefined && mark !== false && mark !== null;
}

/** True when a zod schema, or one inside it, is marked as a secret. */
export function marksSecret(schema: unknown): boolean {
  const seen = new Set<unknown>();
  const pending = [schema];
  while (pending.length > 0) {
    const at = pending.pop();
    if (typeof at !== "object" || at === null || seen.has(at)) continue;
    seen.add(at);
    const definition = (at as { _def?: Record<string, unknown> })._def;
    if (definition === undefined) {
      if (Array.isArray(at)) pending.push(...at);
      else if (Object.getPrototypeOf(at) === Object.prototype) pending.push(...Object.values(at));
      continue;
    }
    if (isMarked(metaOf(at))) return true;
    pending.push(...Object.values(definition));
    const { getter, type } = definition;
    if (type === "lazy" && typeof getter === "function") pending.push(getter());
  }
  return false;
}
